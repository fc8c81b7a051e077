// A verdict now, beside what it was; chances as bars.

import { html } from "htm/preact";

/** @typedef {{ answer: string, told: string, legal?: boolean, chances?: Record<string, string>, instead?: string[],
 *   broken?: boolean, by?: { rule: string, cites: string[], path: string, line: number }[] }} Given */

/** @param {string} said a fraction or a whole number as text */
const share = (said) => said.split("/").map(Number).reduce((over, under) => over / under);

/** @param {{ chances: Record<string, string>, before?: Record<string, string> }} props */
function Chances({ chances, before }) {
  const rows = [...new Set([...Object.keys(chances), ...Object.keys(before ?? {})])];
  return html`<table class="chances">
    <tbody>${rows.map((row) => html`<tr>
      <th scope="row">${row}</th>
      <td><span class="bar"><i style=${{ width: `${100 * share(chances[row] ?? "0")}%` }}></i></span>
        ${before && before[row] !== chances[row] && html`<span class="bar was"><i style=${{ width: `${100 * share(before[row] ?? "0")}%` }}></i></span>`}</td>
      <td>${chances[row] ?? "never"}${before && before[row] !== chances[row] && html` <del>${before[row] ?? "never"}</del>`}</td>
    </tr>`)}</tbody>
  </table>`;
}

/** @param {{ now?: Given, before?: Given, goto?: (place: { path: string, line: number }) => void }} props */
export function Verdict({ now, before, goto }) {
  if (!now) return html`<p class="faint">This position asks nothing. Write a question above.</p>`;
  const changed = before && before.answer !== now.answer;
  const legal = now.legal === undefined ? "" : now.legal ? "yes" : "no";
  return html`<section class="verdict ${legal}" aria-live="polite">
    ${changed && html`<p class="was"><span>was</span> <del>${before.answer}</del></p>`}
    <p class="short">${changed && html`<span>is</span> `}${now.answer}</p>
    ${now.chances && html`<${Chances} chances=${now.chances} before=${changed ? before?.chances : undefined} />`}
    <pre>${now.told}</pre>
    ${goto && !!now.by?.length && html`<p>By ${now.by.map((each) => html`<button class="link" title=${each.rule} onClick=${() => goto(each)}>${each.cites.join(", ") || each.rule}</button> `)}</p>`}
    ${changed && html`<details><summary>As it was</summary><pre>${before.told}</pre></details>`}
  </section>`;
}
