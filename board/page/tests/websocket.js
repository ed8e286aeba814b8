// @ts-check
// The server's side of a WebSocket, as far as tests need it: whole text messages.

import { createHash } from "node:crypto";

const MAGIC = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
const TEXT = 1;
const CLOSE = 8;

/**
 * Accepts a connection.
 * @param {import("node:http").IncomingMessage} request
 * @param {import("node:stream").Duplex} socket
 * @param {(text: string) => void} take is called with each message
 * @returns {(text: string) => void} sends a message
 */
export function accept(request, socket, take) {
  const key = createHash("sha1").update(request.headers["sec-websocket-key"] + MAGIC).digest("base64");
  socket.write(`HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${key}\r\n\r\n`);
  let waiting = Buffer.alloc(0);
  socket.on("error", () => socket.destroy());
  socket.on("data", (data) => {
    waiting = Buffer.concat([waiting, data]);
    for (let frame = readFrame(waiting); frame; frame = readFrame(waiting)) {
      waiting = waiting.subarray(frame.size);
      if (frame.opcode === CLOSE) socket.end();
      else if (frame.opcode === TEXT) take(frame.text);
    }
  });
  return (text) => {
    if (socket.writable) socket.write(writeFrame(Buffer.from(text)));
  };
}

/** @param {Buffer} data */
function readFrame(data) {
  if (data.length < 6) return null;
  const short = data[1] & 127;
  const extra = short === 126 ? 2 : short === 127 ? 8 : 0;
  const start = 2 + extra + 4;
  if (data.length < start) return null;
  const length = extra === 2 ? data.readUInt16BE(2) : extra === 8 ? Number(data.readBigUInt64BE(2)) : short;
  if (data.length < start + length) return null;
  const mask = data.subarray(start - 4, start);
  const content = data.subarray(start, start + length).map((byte, index) => byte ^ mask[index % 4]);
  return { opcode: data[0] & 15, size: start + length, text: Buffer.from(content).toString() };
}

/** @param {Buffer} content */
function writeFrame(content) {
  const head = Buffer.alloc(content.length < 126 ? 2 : content.length < 65536 ? 4 : 10);
  head[0] = 128 | TEXT;
  if (head.length === 2) head[1] = content.length;
  if (head.length === 4) { head[1] = 126; head.writeUInt16BE(content.length, 2); }
  if (head.length === 10) { head[1] = 127; head.writeBigUInt64BE(BigInt(content.length), 2); }
  return Buffer.concat([head, content]);
}
