// Charts as grids, as they are shown.

import { html } from "htm/preact";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { gridOf, withCell, withColumn, withRow } from "./grid_text.js";

const MAX_ROWS = 400;

/** @param {{ path: string, text: string, readOnly: boolean, change: (text: string) => void, ask: (more: object) => Promise<any> }} props asks what columns there may be */
export function GridOfFile({ path, text, readOnly, change, ask }) {
  const [grid, offered] = [gridOf(path, text), useSignal(/** @type {{ name: string, doc: string, values: string[] | null }[]} */ ([]))];
  useEffect(() => void (path.endsWith(".csv") && ask({ path }).then((given) => (offered.value = given.columns), () => {})), [path]); // a broken law offers none
  if (!grid) return html`<p class="faint">This file is no plain chart: it is changed as text.</p>`;
  const isList = grid.separator !== ", ";
  const cell = (/** @type {number} */ row, /** @type {number} */ column, value = grid.rows[row][column]?.value ?? "") => {
    const given = { "aria-label": `${grid.rows[row][0].value} ${grid.heads[column] ?? ""}`, onChange: (/** @type {any} */ e) => change(withCell(text, grid, row, column, e.target.value)) };
    const values = !readOnly && offered.value.find(({ name }) => name === grid.heads[column])?.values;
    return values ? html`<select ...${given} value=${value}>${[...new Set(["", value, ...values])].map((one) => html`<option>${one}</option>`)}</select>`
      : html`<input ...${given} value=${value} readOnly=${readOnly} size=${Math.min(24, Math.max(4, value.length))} />`;
  };
  const lacking = isList && !readOnly ? offered.value.filter(({ name }) => !grid.heads.includes(name)) : [];
  return html`<div class="grid"><table>
      <thead><tr>${grid.heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
      <tbody>${grid.rows.slice(0, MAX_ROWS).map((cells, row) => html`<tr>${Array.from({ length: Math.max(cells.length, isList ? grid.heads.length : 0) }, (_, column) =>
        !isList && column === 0 ? html`<th scope="row">${cells[0].value}</th>` : html`<td>${cell(row, column)}</td>`)}</tr>`)}</tbody></table>
    ${isList && !readOnly && html`<button onClick=${() => change(withRow(text, grid))}>Add a row</button>`}
    ${lacking.length > 0 && html`<label class="beside">Add a column <select value="" onChange=${(/** @type {any} */ e) => (change(withColumn(text, grid, e.target.value)), (e.target.value = ""))}><option value="">for …</option>
      ${lacking.map(({ name, doc }) => html`<option value=${name} title=${doc}>${name}</option>`)}</select></label>`}
    ${grid.rows.length > MAX_ROWS && html`<p class="faint">${grid.rows.length - MAX_ROWS} more rows stand in the text.</p>`}</div>`;
}
