// A position that is laid out and asked: moved by hand, judged anew, and why a counter does not get somewhere.

import { signal } from "@preact/signals";
import { html } from "htm/preact";
import { Board } from "./board.js";
import { newest } from "./wire.js";

/** @typedef {Record<string, any>} Position */

/** @param {import("./wire.js").Wire} wire @param {(text: string) => void} say */
export function layout(wire, say) {
  const position = signal(/** @type {Position | null} */ (null));
  const judged = signal(/** @type {any} */ (null));
  const why = signal(/** @type {any} */ (null));

  /** Says what went wrong where a person looks; nothing comes of it then. @param {Promise<any>} work */
  const tried = (work) => work.catch((problem) => (say(problem.message), null));
  const ask = (/** @type {string} */ what, /** @type {object} */ more = {}) => tried(wire.ask(what, more).promise);
  const judge = newest(async () => {
    if (!position.value) return;
    const given = await ask("judge", { position: position.value });
    if (given) judged.value = given;
  });
  const lay = async (/** @type {Position} */ laid) => {
    position.value = laid;
    why.value = null;
    await judge();
  };
  const take = async (/** @type {string} */ id) => {
    const laid = await ask("take", { id });
    if (laid) await lay(laid);
  };
  const move = (/** @type {string} */ piece, /** @type {string} */ hex) => {
    const before = /** @type {Position} */ (position.value);
    const { in: _, ...own } = before.pieces?.[piece] ?? {};
    say(`${piece} is in ${hex}`);
    return lay({ ...before, pieces: { ...before.pieces, [piece]: { ...own, at: hex } } });
  };
  const aim = newest(async (/** @type {string} */ piece, /** @type {string} */ hex, /** @type {string} */ nearest) => {
    const given = await ask("why", { position: position.value, piece, hex });
    if (given) why.value = { ...given, piece, hex, nearest };
  });
  const reach = (/** @type {string} */ piece) => ask("reach", { position: position.value, piece });
  const seen = () => html`${judged.value?.svg && html`<${Board} svg=${judged.value.svg} label="The map" move=${move} why=${aim} reach=${reach} say=${say} />`}
    <${Why} given=${why.value} />`;
  return { tried, ask, position, judged, judge, lay, take, seen };
}

/** @param {{ given: any }} props */
function Why({ given }) {
  if (!given) return html`<p class="faint">Drag a counter, or focus it and press Enter: the hexes that it gets to are lit.</p>`;
  const instead = given.nearest ? ` The nearest that it gets to is ${given.nearest}.` : "";
  return html`<p class=${given.legal ? "yes" : "no"}><strong>${given.piece} to ${given.hex}:</strong> ${given.answer}.${given.legal ? "" : instead}</p>`;
}
