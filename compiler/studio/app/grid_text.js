// Charts as grids, their texts: a unit list in CSV, or a table whose rows are lists. What is changed is a field of the text; all else stays.

/** @typedef {{ value: string, from: number, to: number }} Cell a field, with its place in the text */
/** @typedef {{ separator: string, heads: string[], rows: Cell[][] }} Grid of CSV the heads are a row of the text; of a table the first cell of a row is its heading */

/** The fields of a stretch of text; those in quotes and brackets are whole. @param {string} text @param {number} start @param {string} separator @returns {Cell[]} */
function fields(text, start, separator) {
  const cells = [];
  let [from, deep, quoted] = [0, 0, false];
  for (let at = 0; at <= text.length; at++) {
    if (text[at] === '"') quoted = !quoted;
    if (!quoted && separator === ", " && "[{".includes(text[at] || " ")) deep++;
    if (!quoted && separator === ", " && "]}".includes(text[at] || " ")) deep--;
    if (at < text.length && (quoted || deep > 0 || text[at] !== separator[0])) continue;
    const said = text.slice(from, at);
    const [left, right] = [said.length - said.trimStart().length, said.trim().length];
    cells.push({ value: said.trim(), from: start + from + (right ? left : 0), to: start + from + (right ? left : 0) + right });
    from = at + 1;
  }
  return cells;
}

/** A file as a grid; null where it is none, or too unusual to be shown as one. @param {string} path @param {string} text @returns {Grid | null} */
export function gridOf(path, text) {
  const lines = [...text.matchAll(/[^\r\n]+/g)];
  if (path.endsWith(".csv")) {
    const separator = [",", ";", "\t"].reduce((one, other) => ((lines[0]?.[0].split(other).length ?? 0) > (lines[0]?.[0].split(one).length ?? 0) ? other : one), ",");
    if (!lines.length || lines.some(([line]) => line.split('"').length % 2 === 0)) return null; // a text with a line end in it
    const [heads, ...rows] = lines.map(({ 0: line, index }) => fields(line, index, separator));
    return { separator, heads: heads.map(({ value }) => value), rows };
  }
  const across = /^across: *\[(.*)\]/m.exec(text);
  const rows = lines.flatMap(({ 0: line, index }) => {
    const row = /^( +)([^:#]+): *(?:\[(.*)\]|([^\s[{#][^#]*?)) *(#.*)?$/d.exec(line);
    const [at] = row?.indices?.[3] ?? row?.indices?.[4] ?? [0];
    return row ? [[{ value: row[2], from: 0, to: 0 }, ...fields(row[3] ?? row[4], index + at, row[3] === undefined ? "\0" : ", ")]] : [];
  });
  const heads = ["", ...(across ? fields(across[1], 0, ", ").map(({ value }) => value) : [])];
  return path.startsWith("tables/") && rows.length ? { separator: ", ", heads, rows } : null;
}

/** The text with another value in a cell, in quotes where it needs them; a row that is too short is filled up.
 * @param {string} text @param {Grid} grid @param {number} row @param {number} column @param {string} value */
export function withCell(text, { separator, rows }, row, column, value) {
  const cells = rows[row];
  const needs = separator !== ", " && (value.includes(separator) || value.includes("\n")) && !/^".*"$/.test(value);
  const said = (needs ? `"${value.replaceAll('"', '""')}"` : value).replace(/[\r\n]+/g, " ");
  const cell = cells[column];
  if (cell) return text.slice(0, cell.from) + said + text.slice(cell.to);
  const end = cells[cells.length - 1].to;
  return text.slice(0, end) + separator.repeat(column - cells.length + 1) + said + text.slice(end);
}

/** The text of a list with one more column; its rows may end before it. @param {string} text @param {Grid} grid @param {string} name */
export const withColumn = (text, { separator }, name) => text.replace(/\S[^\r\n]*?(?=[ \t,;]*(?:[\r\n]|$))/, (heads) => heads + separator + name);

/** The text with an empty row behind the others. @param {string} text @param {Grid} grid */
export const withRow = (text, { separator, heads }) => `${text.trimEnd()}${text.includes("\r\n") ? "\r\n" : "\n"}new-row${separator.repeat(heads.length - 1)}${text.includes("\r\n") ? "\r\n" : "\n"}`;
