// @ts-check
// Other pages at the same table: a game that this page has not asked for was begun or opened by one of them.

import { wayBack } from "./saved.js";
import { TEXTS } from "./texts.js";

/** The commands that a table answers with a whole game. */
const GAME_COMMANDS = ["new", "restore", "import", "arrange", "rule"];

/** The number of games that this page has asked for and that have not come. */
let awaitedGames = 0;

/** Notes a command of this page. @param {any} command */
export function noteCommand({ type }) {
  if (GAME_COMMANDS.includes(type)) awaitedGames += 1;
}

/** Notes that the table has refused a command of this page. */
export function noteRefusal() {
  awaitedGames = 0;
}

/**
 * Says that another page has changed the game, unless this one has; offers the game before, if it is not over. It runs before the store takes the new game.
 * @param {import("./store.js").Store} store
 * @param {(command: any) => void} send
 * @param {(text: string, command?: import("./toast.js").ToastCommand) => void} say
 */
export function tellOfOtherTab(store, send, say) {
  if (awaitedGames > 0) {
    awaitedGames -= 1;
    return;
  }
  // The table sends the game anew after a choice in an opening.
  if (store.status?.phase.type === "opening") return;
  say(TEXTS.games.otherTab, wayBack(store.kept(), send));
}
