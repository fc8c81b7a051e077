// What is put, moved, turned, marked and drawn on a map by hand: chosen here, done by a click there or by a button.

import { useSignal, useSignalEffect } from "@preact/signals";
import { html } from "htm/preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { filled, valuesOf } from "./wire.js";

/** @typedef {{ name: string, of: string, values: string[] | null, value: string, doc: string }} Attribute */
/** @typedef {{ counters: [string, string, string][], sides: string[], ground: Attribute[], marks: Attribute[], directions: Record<string, number> }} Offered */
/** @typedef {{ what: string, piece?: string, hex?: string, key?: string, value?: string, side?: string, toward?: number | null }} HandWork */
/** @typedef {(hex: string, angle: number, piece: string, goesOn?: boolean) => void} Draws is told where on the map a click was, and over which hexes it goes on */

const WHAT = { move: "move counters", put: "put a counter there", mark: "mark a counter", turn: "turn a counter", off: "take a counter off",
  hex: "draw on a hex", hexside: "draw on a hexside" };
/** @type {(keyof typeof WHAT)[]} */
const OF_COUNTERS = ["mark", "turn", "off"];

/** @param {{ position: import("@preact/signals").ReadonlySignal<any>, file: string, ask: (what: string, more: object) => Promise<any>, work: (work: HandWork, to: string) => Promise<void>,
 *   draws: import("@preact/signals").Signal<Draws | null> }} props */
export function Palette({ position, file, ask, work, draws }) {
  const what = useSignal(/** @type {keyof typeof WHAT} */ ("move"));
  const [key, piece, hex, toward] = [useSignal(""), useSignal(""), useSignal(""), useSignal(0)];
  const offered = useSignal(/** @type {Offered | null} */ (null));
  const form = useRef(/** @type {HTMLFormElement | null} */ (null));
  useSignalEffect(() => {
    const [at, of] = [position.value, piece.value];
    if (what.value !== "move") ask("palette", { position: at, piece: of }).then((given) => given && (offered.value = given));
  });
  const now = what.value, ofCounter = OF_COUNTERS.includes(now), isDrawn = now === "hex" || now === "hexside";
  const does = (/** @type {string} */ at, /** @type {number} */ angle, /** @type {Record<string, string>} */ said) => {
    const off = (/** @type {number} */ one) => Math.abs(((one - angle + 540) % 360) - 180);
    const [to = ""] = now === "hexside" ? Object.entries(offered.value?.directions ?? {}).sort(([, one], [, other]) => off(one) - off(other))[0] ?? [] : [];
    toward.value = offered.value?.directions[to] ?? angle;
    const [sort, value = said.value] = now === "put" ? said.value.split(":") : [said.key];
    return work({ what: isDrawn ? "paint" : now, key: sort, value, side: said.side, piece: ofCounter ? piece.value : said.piece, hex: at, toward: now === "hexside" ? angle : null }, to);
  };
  useLayoutEffect(() => { // before anybody can click: the tool is seen to be chosen
    draws.value = now === "move" ? null : (at, angle, on, goesOn) => {
      if (ofCounter) piece.value = on;
      else hex.value = at;
      if (goesOn ? now !== "hex" : (ofCounter && !on) || now === "mark") return;
      does(at, angle, valuesOf(form.current));
    };
    return () => void (draws.value = null);
  }, [now]);
  const from = now === "mark" ? offered.value?.marks : offered.value?.ground.filter(({ of }) => of === now);
  const attribute = from?.find((one) => one.name === key.value) ?? from?.[0];
  return html`<form class="palette" ref=${form} onSubmit=${(/** @type {Event} */ event) => ((said) => does(said.hex, Number(said.toward ?? 0), said))(filled(event))}>
    <label>A click on the map is to <select value=${now} onChange=${(/** @type {any} */ e) => (what.value = e.target.value)}>
      ${Object.entries(WHAT).map(([name, said]) => html`<option value=${name}>${said}</option>`)}</select></label>
    ${now === "put" && offered.value && html`<label>Counter <select name="value">${offered.value.counters.map(([sort, name, title]) => html`<option value=${`${sort}:${name}`}>${name}${title && `, ${title}`}</option>`)}</select></label>
      <label>Side <select name="side">${offered.value.sides.map((side) => html`<option>${side}</option>`)}</select></label>
      <label>Called <input name="piece" placeholder="by its number" spellcheck=${false} /></label>`}
    ${ofCounter && html`<label>Counter <input name="piece" required value=${piece.value} onChange=${(/** @type {any} */ e) => (piece.value = e.target.value)} /></label>`}
    ${attribute && html`<label>What <select name="key" value=${attribute.name} onChange=${(/** @type {any} */ e) => (key.value = e.target.value)}>${from?.map(({ name, doc }) => html`<option title=${doc}>${name}</option>`)}</select></label>
      <label>As ${attribute.values
        ? html`<select name="value" key=${attribute.name} defaultValue=${attribute.value}>${attribute.values.map((value) => html`<option>${value}</option>`)}<option value="">nothing is said</option></select>`
        : html`<input name="value" key=${attribute.name} defaultValue=${attribute.value} />`}</label>`}
    ${["put", "hex", "hexside"].includes(now) && html`<label>Hex <input name="hex" required value=${hex.value} size="6" /></label>`}
    ${now === "hexside" && offered.value && html`<label>Towards <select name="toward" value=${toward.value} onChange=${(/** @type {any} */ e) => (toward.value = Number(e.target.value))}>${Object.entries(offered.value.directions).map(([name, angle]) => html`<option value=${angle}>${name}</option>`)}</select></label>`}
    ${now !== "move" && html`<button>Do it</button>`}
    <p class="faint">${isDrawn ? "What is drawn on a board is written into its file." : file ? `It is written into ${file}.` : "It is done to this position; keep it as a case to have it again."}</p>
  </form>`;
}
