// Tells the server of the test how a page has fared.

/** @param {() => Promise<unknown>} run */
export async function report(run) {
  let result;
  try {
    result = { passed: await run() };
  } catch (error) {
    result = { failed: String(error instanceof Error ? error.stack : error) };
  }
  await fetch("/result", { method: "POST", body: JSON.stringify(result) });
}
