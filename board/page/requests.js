// @ts-check
// The identifiers of this page's requests. Every page at a table receives every answer; the identifier in it says to
// which request it belongs.

/** The first part of all identifiers of this page. */
const THIS_PAGE = Math.random().toString(36).slice(2);
/** The number of requests so far. */
let requests = 0;

/** Returns the identifier of a new request. */
export function newRequest() {
  requests += 1;
  return `${THIS_PAGE} ${requests}`;
}

/** Returns whether an identifier is that of a request of this page. @param {string} id */
export const isOwnRequest = (id) => id.startsWith(`${THIS_PAGE} `);
