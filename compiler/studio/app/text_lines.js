// Lines of texts: what begins in one, and in which two differ.

import { change } from "./link.js";

/** What begins in a text, with the number of its line. @param {string} path @param {string} text @returns {[number, string][]} */
export function outline(path, text) {
  const begins = path.endsWith(".law") ? /^[a-z].*/ : path.endsWith(".cases.yaml") ? /^ *- id: .*/ : /^[^\s#].*/;
  return text.split("\n").flatMap((line, at) => (begins.test(line) ? [/** @type {[number, string]} */ ([at + 1, line.replace(/^ *- id: /, "").slice(0, 70)])] : []));
}

/** The lines in which two texts differ, the old ones first where both have some; the same lines around them are left out.
 * @param {string} before @param {string} after @returns {{ sign: "-" | "+" | " ", line: string, number: number }[]} */
export function differences(before, after) {
  const [old, now] = [before.split("\n"), after.split("\n")];
  const [, , start, end, b] = change("", "", old, now);
  const a = old.slice(start, end);
  if (a.length * b.length > 4_000_000) return [...a.map((line, at) => ({ sign: /** @type {const} */ ("-"), line, number: start + at + 1 })), ...b.map((line, at) => ({ sign: /** @type {const} */ ("+"), line, number: start + at + 1 }))];
  const same = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1)); // how many lines are the same from there on
  for (let x = a.length - 1; x >= 0; x--) for (let y = b.length - 1; y >= 0; y--) same[x][y] = a[x] === b[y] ? same[x + 1][y + 1] + 1 : Math.max(same[x + 1][y], same[x][y + 1]);
  const found = /** @type {{ sign: "-" | "+" | " ", line: string, number: number }[]} */ ([]);
  for (let x = 0, y = 0; x < a.length || y < b.length; ) {
    if (x < a.length && y < b.length && a[x] === b[y]) [x, y] = [x + 1, y + 1];
    else if (x < a.length && (y === b.length || same[x + 1][y] >= same[x][y + 1])) found.push({ sign: "-", line: a[x++], number: start + y + 1 });
    else found.push({ sign: "+", line: b[y], number: start + ++y });
  }
  return found;
}
