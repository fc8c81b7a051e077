// Charts as grids, as they are shown.

import { html } from "htm/preact";
import { gridOf, withCell, withRow } from "./grid_text.js";

const MAX_ROWS = 400;

/** @param {{ path: string, text: string, readOnly: boolean, change: (text: string) => void }} props */
export function GridOfFile({ path, text, readOnly, change }) {
  const grid = gridOf(path, text);
  if (!grid) return html`<p class="faint">This file is no plain chart: it is changed as text.</p>`;
  const isList = grid.separator !== ", ";
  return html`<div class="grid"><table>
      <thead><tr>${grid.heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
      <tbody>${grid.rows.slice(0, MAX_ROWS).map((cells, row) => html`<tr>${Array.from({ length: Math.max(cells.length, isList ? grid.heads.length : 0) }, (_, column) =>
        !isList && column === 0
          ? html`<th scope="row">${cells[0].value}</th>`
          : html`<td><input aria-label=${`${cells[0].value} ${grid.heads[column] ?? ""}`} value=${cells[column]?.value ?? ""} readOnly=${readOnly} size=${Math.min(24, Math.max(4, (cells[column]?.value ?? "").length))}
              onChange=${(/** @type {any} */ e) => change(withCell(text, grid, row, column, e.target.value))} /></td>`)}</tr>`)}</tbody></table>
    ${isList && !readOnly && html`<button onClick=${() => change(withRow(text, grid))}>Add a row</button>`}
    ${grid.rows.length > MAX_ROWS && html`<p class="faint">${grid.rows.length - MAX_ROWS} more rows stand in the text.</p>`}</div>`;
}
