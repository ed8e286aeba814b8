// @ts-check
// The browser's database, for what its storage is too small for.

const NAME = "dolmen";

/** @typedef {"games" | "game"} Table the collection of games, or the game that is played or analysed */

/** Returns the database. @returns {Promise<IDBDatabase>} */
function database() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 2);
    request.onupgradeneeded = () => {
      const { result } = request;
      if (!result.objectStoreNames.contains("games")) result.createObjectStore("games", { autoIncrement: true });
      if (!result.objectStoreNames.contains("game")) result.createObjectStore("game");
    };
    request.onsuccess = () => {
      // A newer page in another tab may need another version.
      request.result.onversionchange = () => request.result.close();
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
  });
}

/** Works with a table in one transaction. @template T @param {Table} table @param {IDBTransactionMode} mode @param {(store: IDBObjectStore) => T} work @returns {Promise<T>} */
export async function inTable(table, mode, work) {
  const opened = await database();
  return new Promise((resolve, reject) => {
    const transaction = opened.transaction(table, mode);
    const result = work(transaction.objectStore(table));
    const end = (/** @type {() => void} */ then) => () => {
      opened.close();
      then();
    };
    transaction.oncomplete = end(() => resolve(result));
    transaction.onabort = end(() => reject(transaction.error));
  });
}
