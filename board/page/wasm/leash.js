// @ts-check
// The leash of a search in a worker: an address that exists as long as the search may go on. A worker that
// computes reads no messages, but it can ask for an address at any time, also without shared memory.

/** Returns a new leash. */
export const newLeash = () => URL.createObjectURL(new Blob(["."]));

/** Cuts a leash. @param {string} leash */
export const cut = (leash) => URL.revokeObjectURL(leash);

/** Returns whether a leash is cut. Only a worker may ask. @param {string} leash */
export function isCut(leash) {
  const request = new XMLHttpRequest();
  try {
    request.open("GET", leash, false);
    request.send();
    return request.status !== 200;
  } catch {
    return true;
  }
}
