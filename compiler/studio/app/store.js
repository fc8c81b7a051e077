// What a page has of how something stands at the machine: one version of it, and each later one from what differs.

/** @typedef {{ version: number, data: Record<string, any> }} Store */
/** @typedef {{ version: number, had: number, values: Record<string, any>, edits: Record<string, [number, number, any[]][]>, gone: string[] }} Differs
 *  values that are new, edits of lists from the last to the first, and names that are gone; of a text that stood elsewhere but for a few signs the place, where these begin and end, and they are sent */

/** Nothing is known yet. @type {Store} */
export const EMPTY = { version: 0, data: {} };

/** The next version; null where what came differs from one that the page does not have. @param {Store} store @param {Differs} next @returns {Store | null} */
export function brought(store, { version, had, values, edits, gone }) {
  if (had && had !== store.version) return null;
  const data = had ? { ...store.data, ...values } : { ...values };
  for (const name of gone) delete data[name];
  const whole = (/** @type {any} */ item, /** @type {any[]} */ was) => (Array.isArray(item) ? was[item[0]].slice(0, item[1]) + item[3] + was[item[0]].slice(item[2]) : item);
  for (const [name, changes] of Object.entries(edits)) {
    data[name] = [...data[name]];
    for (const [first, last, items] of changes) data[name].splice(first, last - first, ...items.map((item) => whole(item, store.data[name])));
  }
  return { version, data };
}
