// Beside a game that several play, each at a page: who is there, what is said, and what all have to agree to.

import { signal } from "@preact/signals";
import { html } from "htm/preact";
import { filled } from "./wire.js";

/** @typedef {{ number: number, seat: string, here: Record<string, boolean>, look: number, chat: [string, string][], wish: { who: string, agreed: string[] } | null, next: string }} Beside the question that it is at, who sits here, and the token of the next game */

export const beside = signal(/** @type {Beside | null} */ (null)); // nothing where the table is one's own

/** @param {{ ask: (what: string, more?: object) => any, over: boolean, of: Beside }} props */
export function Together({ ask, over, of: { seat, here, look, chat, wish, next } }) {
  const button = (/** @type {string} */ label, /** @type {string} */ what, more = {}) => html`<button onClick=${() => ask(what, more)}>${label}</button>`;
  return html`<section class="together" aria-label="Who plays"><h3>${Object.entries(here).map(([who, there]) => `${who}${who === seat ? " (you)" : there ? "" : " (not here)"}`).join(", ")}${look > 0 && `; ${look} looking on`}</h3>
    ${wish && html`<p role="status"><strong>${wish.who}</strong> wants to take back the last action, and what came after it.</p>`}
    <div class="buttons">${wish && seat && seat !== wish.who && !wish.agreed.includes(seat) && [button("Agree", "agree", { yes: true }), button("Leave it", "agree", { yes: false })]}
      ${seat && !wish && button("Ask to take back", "back")}${seat && over && !next && [button("Play again", "next"), button("Exchange seats", "next", { exchanged: true })]}${next && html`<a class="main" href=${`../${next}/table.html`}>To the next game</a>`}</div>
    <ol class="chat" aria-live="polite">${chat.map(([who, line]) => html`<li><strong>${who}:</strong> ${line}</li>`)}</ol>
    ${seat && html`<form class="line" onSubmit=${(/** @type {any} */ event) => (ask("say", filled(event)), event.target.reset())}><input name="line" maxlength="300" autocomplete="off" aria-label="Say something to all" placeholder="say something" /></form>`}</section>`;
}
