// Reports the result of a page to the server of the test.

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
