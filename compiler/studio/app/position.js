// A position that is laid out and asked: moved by hand, judged anew, and why a counter does not get somewhere.

import { signal } from "@preact/signals";
import { html } from "htm/preact";
import { Board } from "./board.js";
import { Palette } from "./palette.js";
import { newest } from "./wire.js";

/** @typedef {Record<string, any>} Position */

/** @param {import("./wire.js").Wire} wire @param {(text: string) => void} say
 * @param {((files: { path: string, text: string }[]) => Promise<void>) | null} [write] takes up the texts of files; without it nothing is laid out but moved
 * @param {{ value: import("./board.js").Reach | null }} [lit] hexes that are lit while no counter is taken up */
export function layout(wire, say, write = null, lit = { value: null }) {
  const [position, before] = [signal(/** @type {Position | null} */ (null)), signal(/** @type {Position | null} */ (null))]; // the one before, where a counter was moved
  const [judged, why] = [signal(/** @type {any} */ (null)), signal(/** @type {any} */ (null))];
  const [old, lays] = [signal(""), signal(false)]; // why what is seen is not of this position yet; by hand
  const draws = signal(/** @type {import("./palette.js").Draws | null} */ (null)); // what a click on the map does
  let missed = /** @type {Position | null} */ (null); // it was not judged: the machine may have been stuck at it
  let [busy, wanted] = [Promise.resolve(), ""]; // wanted is the case that is being opened

  /** Says what went wrong where a person looks; nothing comes of it then. @param {Promise<any>} work */
  const tried = (work) => work.catch((problem) => (say(problem.message), null));
  const ask = (/** @type {string} */ what, /** @type {object} */ more = {}) => tried(wire.ask(what, more).promise);
  const judging = newest(async (/** @type {number} */ ended) => {
    const asked = position.value;
    if (!asked || ended !== wire.ended) return; // a machine that has begun anew since is asked by `resume`
    old.value = "being judged …";
    const given = await ask("judge", { position: asked, whole: lays.value });
    missed = given ? null : asked;
    if (given) judged.value = given;
    old.value = given ? "" : "this was not judged: what stands here is of the position before";
  });
  const judge = () => judging(wire.ended);
  /** @param {Position} laid @param {Position | null} [from] that of which it came by moving a counter */
  const lay = async (laid, from = null) => {
    [before.value, position.value] = [from, laid];
    if (!from) why.value = null;
    await judge();
  };
  const taken = async (/** @type {string} */ id) => {
    [wanted, old.value] = [id, "being opened …"];
    const laid = await ask("take", { id });
    if (wanted !== id) return; // another one has been chosen meanwhile
    wanted = old.value = "";
    if (laid) await lay(laid);
  };
  const take = (/** @type {string} */ id) => (busy = Promise.all([taken(id), busy]).then(() => {}));
  /** Asks again what a machine that has ended was asked, or what it answered before it knew all edits. */
  const resume = async () => (wanted ? take(wanted) : position.value !== missed ? judge() : undefined);
  const worked = async (/** @type {import("./palette.js").HandWork} */ done, to = "") => {
    const at = /** @type {Position} */ (position.value);
    const given = await ask("lay", { position: at, work: done });
    const now = position.value ?? at;
    if (!given || now.id !== at.id) return;
    say(done.what === "move" ? `${done.piece} is in ${done.hex}` : `${[done.hex, to, done.piece, done.key, done.value].filter((one) => one).join(" ")}: it is done${given.files ? `, in ${given.files[0].path}` : ""}`);
    if (given.files) await write?.(given.files);
    else await lay(now.ask === at.ask ? given.position : { ...given.position, ask: now.ask }, done.what === "move" ? at : null);
  };
  /** By hand one thing is done after the other, each to what came of the one before. @param {import("./palette.js").HandWork} done @param {string} [to] which hexside */
  const work = (done, to) => (busy = busy.then(() => worked(done, to)));
  const aimed = newest(async (/** @type {any} */ { at, piece, hex, nearest }) => {
    const given = await ask("why", { position: at, piece, hex });
    if (given && [position.value, before.value].includes(at)) why.value = { ...given, piece, hex, nearest };
  });
  const seen = () => html`<div class=${old.value && "old"}>${judged.value?.svg && html`<${Board} svg=${judged.value.svg} label="The map" say=${say} draws=${draws.value} lit=${lit.value} move=${(/** @type {string} */ piece, /** @type {string} */ hex) => work({ what: "move", piece, hex })}
      reach=${(/** @type {string} */ piece) => wire.ask("reach", { position: position.value, piece }).promise} why=${(/** @type {string} */ piece, /** @type {string} */ hex, /** @type {string} */ nearest) => aimed({ at: position.value, piece, hex, nearest })} />`}</div>
    ${write && position.value && html`<details class="lays" open=${lays.value} onToggle=${(/** @type {any} */ e) => lays.value !== e.target.open && ((lays.value = e.target.open), judge())}><summary>Lay it out</summary>
      ${lays.value && html`<${Palette} position=${position} file=${position.value.situation === position.value.id ? `situations/${position.value.id}.yaml` : ""} ask=${ask} work=${work} draws=${draws} />`}</details>`}
    <${Why} given=${why.value} />${before.value && html`<button onClick=${() => lay(before.value ?? {})}>Put it back</button>`}`;
  return { tried, ask, position, moved: before, judged, old, judge, lay, take, resume, seen };
}

/** @param {{ given: any }} props */
function Why({ given }) {
  if (!given) return html`<p class="faint">Drag a counter, or focus it and press Enter: the hexes that it gets to are lit.</p>`;
  return html`<p class=${given.legal ? "yes" : "no"}><strong>${given.piece} to ${given.hex}:</strong> ${given.answer}.${!given.legal && given.nearest && ` The nearest that it gets to is ${given.nearest}.`}</p>`;
}
