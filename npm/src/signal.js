// @ts-check
// A signal to a worker that computes and therefore reads no messages. It has a token, which changes when the signal is
// raised: the worker polls for a change of the token that it knows.
//
// The token is a number in shared memory, which Node.js always allows, and browsers on pages that are isolated from
// other origins. Elsewhere it is an object URL that exists until the signal is raised, since a worker can request an
// address at any time. Pages from a disk, and pages that forbid such requests, have neither.

/** The interval in milliseconds at which an address is polled. */
const LOOK = 25;

/** @typedef {number | string} Token */

/** The side that raises the signal. */
export class Signal {
  constructor() {
    const isNode = typeof process === "object" && Boolean(process.versions?.node);
    const canShare = typeof SharedArrayBuffer === "function" && (isNode || self.crossOriginIsolated);
    /** The shared memory, for the worker. */
    this.flag = canShare ? new Int32Array(new SharedArrayBuffer(4)) : undefined;
    /** The number or the address that a worker needs to see the next signal. @type {Token} */
    this.token = this.flag ? 0 : address();
    /** An address that always exists, with which a worker tests whether it can request addresses. */
    this.probe = this.flag ? undefined : address();
  }

  /** Returns the part of the signal that a worker needs for its start. */
  get opening() {
    return { flag: this.flag, probe: this.probe };
  }

  /** Raises the signal: every holder of the present token sees it. */
  raise() {
    if (this.flag) {
      this.token = Atomics.add(this.flag, 0, 1) + 1;
    } else {
      URL.revokeObjectURL(String(this.token));
      this.token = address();
    }
  }

  /** Raises the signal for the last time. */
  end() {
    if (this.flag) this.raise();
    else for (const address of [this.token, this.probe]) URL.revokeObjectURL(String(address));
  }
}

const address = () => URL.createObjectURL(new Blob(["."]));

/** The side that sees the signal. */
export class Watch {
  /** @param {Signal["opening"]} opening */
  constructor({ flag, probe }) {
    this.flag = flag;
    /** The token of the last message. @type {Token} */
    this.token = 0;
    this.nextLook = 0;
    /** Tells whether signals work at all. The worker of a page from a disk counts as another origin. */
    this.isAble = flag !== undefined || (probe !== undefined && !probe.startsWith("blob:null") && !isGone(probe));
  }

  /** Returns whether the token has changed. */
  isRaised() {
    if (this.flag) return Atomics.load(this.flag, 0) !== this.token;
    const now = performance.now();
    if (!this.isAble || now < this.nextLook) return false;
    if (isGone(String(this.token))) return true;
    // A poll takes a fraction of a millisecond, or a few on a busy machine: the search keeps most of the time.
    const end = performance.now();
    this.nextLook = end + Math.max(LOOK, 20 * (end - now));
    return false;
  }
}

/** Returns whether an address no longer exists. Only a worker may call this. @param {string} token */
function isGone(token) {
  try {
    const request = new XMLHttpRequest();
    request.open("GET", token, false);
    request.send();
    return request.status !== 200;
  } catch {
    return true;
  }
}
