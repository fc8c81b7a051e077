// An edit as a link: what was changed in each text, packed into the fragment. Links come from strangers: one that is too
// large, or is not what it should be, is said to be so, and what it holds is only ever text.

const MARK = "#v1.";
const [MAX_LINK, MAX_UNPACKED] = [100_000, 2_000_000];

/** @typedef {[path: string, of: string, start: number, end: number, put: string]} Change of a text that bears a digest */
/** @typedef {{ changes: Change[], position: Record<string, any> | null }} Linked */

/** What differs of two texts, or of two lists of lines, between what is the same at both ends.
 * @template {string | string[]} T @param {string} path @param {string} of @param {T} before @param {T} after @returns {[path: string, of: string, start: number, end: number, put: T]} */
export function change(path, of, before, after) {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let same = 0;
  while (same < most - start && before[before.length - 1 - same] === after[after.length - 1 - same]) same++;
  return [path, of.slice(0, 12), start, before.length - same, /** @type {T} */ (after.slice(start, after.length - same))];
}

/** @param {Change} change @param {string} of @param {string} before */
export function changed([path, known, start, end, put], of, before) {
  if (known !== of.slice(0, 12)) throw new Error(`the link was made for another version of ${path}, and does not change it`);
  return before.slice(0, start) + put + before.slice(end);
}

/** Packs something into a fragment. @param {string} mark what that begins with @param {any} data */
export async function packed(mark, data) {
  const stream = new Blob([JSON.stringify(data)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const text = btoa(Array.from(new Uint8Array(await new Response(stream).arrayBuffer()), (byte) => String.fromCharCode(byte)).join(""));
  return mark + text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
export const linkOf = (/** @type {Linked} */ { changes, position }) => packed(MARK, [changes, position]);

/** What a fragment holds; null where it does not begin so. @param {string} mark @param {string} fragment @returns {Promise<any>} */
export async function unpacked(mark, fragment) {
  if (!fragment.startsWith(mark)) return null;
  if (fragment.length > MAX_LINK) throw new Error("this link is too large");
  try {
    const bytes = Uint8Array.from(atob(fragment.slice(mark.length).replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
    let [parts, size] = [/** @type {Uint8Array<ArrayBuffer>[]} */ ([]), 0];
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
    for (let next = await reader.read(); next.value; next = await reader.read()) {
      parts.push(next.value);
      if ((size += next.value.length) > MAX_UNPACKED) throw new Error("too large");
    }
    return JSON.parse(await new Blob(parts).text());
  } catch {
    throw new Error("this link cannot be read: perhaps a part of it is missing");
  }
}

/** @param {string} fragment @returns {Promise<Linked | null>} */
export async function ofLink(fragment) {
  const found = await unpacked(MARK, fragment);
  if (found === null) return null;
  const [changes, position] = Array.isArray(found) ? found : [];
  const kinds = ["string", "string", "number", "number", "string"];
  const fits = (/** @type {any} */ one) => Array.isArray(one) && one.length === kinds.length && one.every((part, i) => typeof part === kinds[i]);
  if (!Array.isArray(changes) || !changes.every(fits) || typeof position !== "object") throw new Error("this link cannot be read");
  return { changes, position };
}

/** Lets the reader save a file. @param {string} name @param {string} data with its type in front */
export const handOut = (name, data) => Object.assign(document.createElement("a"), { href: `data:${data}`, download: name }).click();

/** Copies an address, that of the page; whether the browser does so. */
export const copied = async (address = location.href) => navigator.clipboard?.writeText(address).then(() => true, () => false);
