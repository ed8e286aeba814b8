// @ts-check
// The rules alone, without the engine.

export { Board, createBoard } from "./board.js";
export { DolmenError } from "./errors.js";
