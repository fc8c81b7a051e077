// The table: a game on its map, played by clicks that type what a player would type at a terminal.

import { batch, computed, signal } from "@preact/signals";
import { html } from "htm/preact";
import { render } from "preact";
import { TableMap } from "./table_map.js";
import { bySocket, Wire } from "./wire.js";

/** @typedef {{ name: string, said: string, piece?: string, hex?: string, cost?: string }} Option */
/** @typedef {{ name: string, said: string, steps: boolean, targets: Option[] }} Action */
/** @typedef {{ action: string, target: Option, line: string }} Plan */

const connected = signal(false);
const state = signal(/** @type {any} */ (null));
const choices = signal(/** @type {any} */ (null));
const briefing = signal(/** @type {string[]} */ ([]));
const heard = signal(/** @type {string[]} */ ([]));
const waits = signal("");
const busy = signal(false);
const svg = signal("");
const key = signal("");
const over = signal("");
const able = signal(/** @type {Record<string, string[]>} */ ({}));
const held = signal(/** @type {string[]} */ ([]));
const begun = signal(/** @type {{ actions: Action[], reach: Record<string, string>, later: string } | null} */ (null));
const ways = signal(/** @type {Record<string, string>} */ ({}));
const looked = signal("");
const plans = signal(/** @type {Plan[]} */ ([]));
const odds = signal(/** @type {Record<string, string[]>} */ ({}));
const faces = signal(/** @type {Record<string, { href: string, at: string, title: string }>} */ ({}));
const asked = signal("");

const options = computed(() => /** @type {Option[]} */ (state.value?.options ?? []));
const takes = computed(() => Boolean(state.value?.takes));
const ableNames = computed(() => [...new Set(Object.values(able.value).flat())]);

const wire = new Wire(bySocket(`ws://${location.host}/ask`), (open) => {
  connected.value = open;
  if (open) send("open");
});

/** @param {string} what @param {object} [more] */
async function ask(what, more = {}) {
  try {
    return await wire.ask(what, more, (data) => (waits.value = data.waits ?? "")).promise;
  } catch (problem) {
    heard.value = [String(/** @type {Error} */ (problem).message)];
    return null;
  }
}

/** Asks for something upon which the game stands otherwise. @param {string} what @param {object} [more] */
function send(what, more = {}) {
  return (sending = sent(what, more));
}

/** What was asked last upon which the game stands otherwise. @type {Promise<void>} */
let sending = Promise.resolve();

/** @param {string} what @param {object} more */
async function sent(what, more) {
  busy.value = true;
  const given = await ask(what, more);
  batch(() => ((waits.value = ""), (busy.value = false)));
  if (!given) return;
  if (given.situations) return void (choices.value = given);
  const before = state.value;
  batch(() => {
    choices.value = null;
    heard.value = given.heard ?? [];
    if (given.briefing) briefing.value = given.briefing;
    state.value = given.state;
    plans.value = [];
    odds.value = {};
    begun.value = null;
    if (before?.answers !== given.state.answers || before?.["hands-over"]) ways.value = able.value = {};
  });
  document.title = `${given.state.title}: Hexlaw`;
  if (given.state["hands-over"]) return void (svg.value = "");
  if (given.state.picture !== before?.picture || !svg.value) svg.value = (await ask("draw"))?.svg ?? "";
  if (given.state.takes) able.value = (await ask("able"))?.able ?? {};
  if (given.state.steps && given.state.mover) ways.value = (await ask("select", { piece: given.state.mover }))?.reach ?? {};
  held.value = held.value.filter((name) => names().includes(name));
  if (held.value.length) await pick(held.value);
}

async function type(/** @type {string[]} */ ...lines) {
  await sending; // one after the other, as somebody clicks who does not wait
  return send("type", { lines, answers: state.value.answers });
}
const say = async (/** @type {string} */ line) => void (heard.value = (await ask("hear", { line }))?.heard ?? heard.value);
/** Pieces that could be taken up now. */
const names = () => [...options.value.flatMap((one) => one.piece ?? []), ...ableNames.value];

/** @type {Promise<any>} */
let picking = Promise.resolve(null);

/** Takes up pieces, the first of which shows what they can do. @param {string[]} pieces */
async function pick(pieces) {
  held.value = pieces;
  plans.value = [];
  picking = pieces.length ? ask("select", { piece: pieces[0] }) : Promise.resolve(null);
  begun.value = await picking;
}

/** A piece is clicked: taken up where something is done with it, or answered with. @param {string} name @param {boolean} more */
async function choose(name, more) {
  if (more && held.value.length) return pick(held.value.includes(name) ? held.value.filter((one) => one !== name) : [...held.value, name]);
  if (takes.value) return pick([name]);
  const found = await ask("select", { piece: name });
  if (faces.value[name]?.at || !found?.actions[0]?.targets.some((/** @type {Option} */ one) => one.hex)) return type(name);
  batch(() => ((held.value = [name]), (begun.value = found)));
}

/** What can be done at a hex with what is held. @param {string} hex @returns {Plan[]} */
function plansAt(hex) {
  return (begun.value?.actions ?? []).filter((one) => !one.steps).flatMap((action) =>
    action.targets.filter((target) => target.hex === hex).map((target) => ({
      action: action.name, target, line: [action.name, held.value.join(","), target.name].join(" ").trim(),
    })),
  );
}

/** A hex is clicked. @param {string} hex @param {string} piece @param {boolean} all */
async function take(hex, piece, all) {
  await sending; // who clicks fast means what would be lit
  await picking;
  looked.value = hex;
  const here = Object.keys(faces.value).filter((name) => faces.value[name].at === hex);
  if (!state.value?.who) return say(`look ${hex}`);
  const answers = takes.value ? [] : options.value.filter((one) => one.hex === hex);
  if (answers.length === 1) return type(answers[0].name);
  if (answers.length) return void (heard.value = []);
  const own = here.filter((name) => ableNames.value.includes(name) && !held.value.includes(name));
  if (held.value.length) {
    const found = plansAt(hex);
    if (found.length && found.every((one) => !one.target.piece)) return place(found[0], all);
    if (found.length) return offer(found);
    if (begun.value?.reach[hex] !== undefined && !own.length && !begun.value.later) return go(hex);
  } else if (ways.value[hex] !== undefined) return type(`to ${hex}`, "");
  if (own.length) return own.length === 1 || own.includes(piece) ? choose(own.includes(piece) ? piece : own[0], all) : undefined;
  const steps = begun.value?.actions.find((one) => one.steps);
  if (held.value.length) return say(`why ${steps ? `${steps.name} ` : ""}${held.value[0]} ${steps ? `to ${hex}` : here[0] ?? hex}`);
  return say(takes.value ? (here.length ? `why ${here.at(-1)}` : `look ${hex}`) : `why ${state.value.steps ? `to ${hex}` : hex}`);
}

/** Those held go to a hex. @param {string} hex */
function go(hex) {
  const steps = begun.value?.actions.find((one) => one.steps);
  const going = held.value.splice(0).join(",");
  return type(`${steps ? `${steps.name} ` : ""}${going} to ${hex}`, "");
}

/** The first of those held is put somewhere, or all. @param {Plan} plan @param {boolean} all */
async function place(plan, all) {
  const placed = all ? held.value : held.value.slice(0, 1);
  held.value = held.value.slice(placed.length);
  await type(`${plan.action} ${placed.join(",")} ${plan.target.name}`.trim());
}

/** Says what may come of something before it is done. @param {Plan[]} found */
async function offer(found) {
  plans.value = found;
  for (const { line } of found) odds.value = { ...odds.value, [line]: (await ask("hear", { line: `odds ${line}` }))?.heard ?? [] };
}

function leave() {
  batch(() => ((held.value = []), (begun.value = null), (plans.value = []), (heard.value = [])));
}

const lights = computed(() => {
  /** @type {Record<string, string>} */
  const costs = {};
  /** @type {Record<string, string>} */
  const what = {};
  if (!state.value?.who) return { costs: null, what };
  for (const name of takes.value ? ableNames.value : []) if (faces.value[name]?.at) what[faces.value[name].at] = "able";
  for (const [hex, cost] of Object.entries({ ...ways.value, ...begun.value?.reach })) {
    if (begun.value?.later) what[hex] = "later";
    else costs[hex] = cost;
  }
  for (const one of takes.value ? [] : options.value) if (one.hex) costs[one.hex] = one.cost ?? "";
  for (const action of begun.value?.actions ?? []) {
    for (const one of action.steps ? [] : action.targets) if (one.hex) [costs[one.hex], what[one.hex]] = [one.cost ?? "", one.piece ? "aim" : "lit"];
  }
  for (const name of held.value) if (faces.value[name]?.at) what[faces.value[name].at] = "here";
  return { costs: Object.keys(costs).length ? costs : null, what };
});

// ---- what is seen

/** A counter as a button. @param {{ name: string, said?: string, pressed?: boolean, click?: (event: MouseEvent) => void }} props */
function Counter({ name, said, pressed, click }) {
  const face = faces.value[name];
  const drawn = face && html`<svg viewBox="0 0 100 100" aria-hidden="true"><use href=${face.href} /></svg>`;
  return html`<button class="counter" title=${face?.title ?? said} aria-pressed=${pressed} onClick=${click} disabled=${!click}>${drawn}<span>${name}</span></button>`;
}

/** @param {{ title: string, pieces: string[] }} props */
function Counters({ title, pieces }) {
  if (!pieces.length) return null;
  return html`<h3>${title}</h3><div class="counters">
    ${pieces.map((name) => html`<${Counter} key=${name} name=${name} pressed=${held.value.includes(name)}
      click=${names().includes(name) && ((/** @type {MouseEvent} */ event) => choose(name, event.shiftKey || event.ctrlKey))} />`)}
  </div>`;
}

function Asks() {
  const { done, undo, cancel, asks, who } = state.value;
  const placeless = options.value.filter((one) => !one.hex && !one.piece);
  const away = options.value.flatMap((one) => (one.piece && !one.hex ? [one.piece] : []));
  const free = takes.value ? placeless.filter((one) => !able.value[one.name]?.length) : placeless;
  const there = takes.value ? [] : options.value.filter((one) => one.hex && one.hex === looked.value);
  const waiting = takes.value ? ableNames.value.filter((name) => !faces.value[name]?.at) : away;
  const ends = done && (done.ends ? `End ${done.ends}` : takes.value ? "Decline" : "Done");
  const sure = heard.value.some((line) => line.includes("once more ends"));
  return html`<section class="asks" aria-label="What is asked">
    <h2>${who}: ${asks.replace(/:$/, "")}</h2>
    ${takes.value && !held.value.length && ableNames.value.length > 0 && html`<p class="faint">Click a lit piece, or one of these.</p>`}
    ${begun.value && html`<${Begun} />`}
    <div class="buttons">
      ${free.map((one) => html`<button key=${one.name} title=${one.said} onClick=${() => type(one.name)}>${one.name}${one.cost ? `, for ${one.cost}` : ""}</button>`)}
    </div>
    ${there.length > 1 && html`<${Counters} title=${`Which in ${looked.value}?`} pieces=${there.flatMap((one) => one.piece ?? [])} />`}
    <${Counters} title=${takes.value ? "Not on the map" : "Which?"} pieces=${waiting} />
    ${waiting.length > 1 && html`<p class="faint">Shift-click takes several; then each hex that you click gets the next, with Shift all that are left.</p>`}
    <div class="buttons">
      ${done && html`<button class=${sure ? "main" : ""} onClick=${() => type(takes.value && done.ends ? "end" : "done")}>
        ${sure ? `${ends} all the same` : ends}${done.throws ? ": the dice fall" : ""}</button>`}
      ${done?.throws && html`<button onClick=${() => say(takes.value ? "odds end" : "odds done")}>Odds</button>`}
      <button disabled=${!undo} onClick=${() => type("undo")}>Undo</button>
      ${cancel > 1 && html`<button onClick=${() => type("cancel")}>Undo the action</button>`}
      <button title="A program goes on for you until this part of the turn is over; you can take that back" onClick=${() => type("auto")}>Play this part for me</button>
    </div>
  </section>`;
}

/** What can be done with what is held. */
function Begun() {
  const { actions, reach, later } = /** @type {any} */ (begun.value);
  const far = Object.keys(reach).length;
  const named = actions.filter((/** @type {Action} */ one) => one.name);
  return html`<div class="begun">
    <div class="counters">${held.value.map((name) => html`<${Counter} key=${name} name=${name} pressed=${true} click=${() => choose(name, true)} />`)}</div>
    ${far > 0 && html`<p>${later ? `Later, in ${later}: ` : ""}gets to ${far} hexes, lit with what that costs.</p>`}
    <div class="buttons">
      ${named.map((/** @type {Action} */ one) => html`<button key=${one.name} title=${one.said} onClick=${() => type(`${one.name} ${held.value.join(",")}`)}>${one.name}</button>`)}
      <button onClick=${leave}>Let go</button>
    </div>
    ${plans.value.map(({ action, target, line }) => html`<div class="plan" key=${line}>
      <p><strong>${action}</strong> ${held.value.join(", ")} → <strong>${target.name}</strong> <span class="faint">${target.said}</span></p>
      <pre>${odds.value[line]?.join("\n") ?? "the odds are worked out …"}</pre>
      <button class="main" ref=${(/** @type {HTMLElement | null} */ button) => button?.focus()} onClick=${() => type(line)}>Do it</button>
    </div>`)}
  </div>`;
}

function Here() {
  if (!looked.value) return null;
  const here = Object.keys(faces.value).filter((name) => faces.value[name].at === looked.value);
  return html`<section aria-label="The hex"><${Counters} title=${`In ${looked.value}`} pieces=${here} />
    <div class="buttons"><button onClick=${() => say(`look ${looked.value}`)}>Look closer</button>
      ${here.length > 0 && html`<button onClick=${() => say(`look ${here.at(-1)}`)}>About ${here.at(-1)}</button>`}</div></section>`;
}

function Log() {
  const log = /** @type {{ said: string, why: string, came: string[], factors: string[] }[]} */ (state.value.log ?? []);
  return html`<section class="log" aria-label="What has happened" tabindex="0">
    <h3>What has happened</h3>
    <ol reversed>${[...log].reverse().map((one) => html`<li>${one.said}
      ${one.came.map((line) => html`<div class="came">${line}</div>`)}
      ${(one.factors.length > 0 || one.why) && html`<details><summary>${one.factors.length ? "How it came to that" : "What for"}</summary>
        <pre>${[...one.factors, one.why].filter(Boolean).join("\n")}</pre></details>`}
    </li>`)}</ol>
  </section>`;
}

function Curtain() {
  const who = state.value["hands-over"];
  return html`<main class="alone"><h1>${state.value.title}</h1><p>It is the turn of <strong>${who}</strong>. Nobody else should look now.</p>
    <button class="main" onClick=${() => (leave(), send("take", { who }))}>I am ${who}: show me the table</button></main>`;
}

/** @param {Event} event */
function begin(event) {
  event.preventDefault();
  const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
  waits.value = "the table is laid …";
  send("begin", { situation: form.get("situation"), against: form.get("against") || null, side: form.get("side") || null });
}

function Choices() {
  const { module, situations, programs } = choices.value;
  return html`<main class="alone"><h1>${module}</h1><form onSubmit=${begin}>
    <label>Situation <select name="situation">${situations.map((/** @type {any} */ one) => html`<option value=${one.name}>${one.title}</option>`)}</select></label>
    <label>Against <select name="against">${programs.map((/** @type {string} */ name) => html`<option>${name}</option>`)}<option value="">somebody beside me</option></select></label>
    <label>Your side <input name="side" placeholder="the first" /></label>
    <button class="main">Play</button></form><p class="no" role="status">${waits.value || heard.value.join(" ")}</p></main>`;
}

function Page() {
  if (choices.value) return html`<${Choices} />`;
  if (!state.value) return html`<main class="alone"><p>${heard.value.join(" ") || "The table is laid …"}</p></main>`;
  if (state.value["hands-over"]) return html`<${Curtain} />`;
  const { title, turn, score, ended, figures } = state.value;
  const told = !connected.value ? "The table is not served any more: start it again." : waits.value;
  return html`<header>
      <h1>${title}</h1><span>${turn} ${Object.entries(figures ?? {}).map(([name, figure]) => html`<span class="figure">${name} ${figure}</span>`)}</span>
      <span class="faint" role="status" aria-live="polite">${told}</span>
      <span class="faint">${score?.join(" · ")}</span>
      <button onClick=${() => (heard.value = briefing.value)}>What wins</button>
      <button aria-expanded=${Boolean(key.value)} onClick=${async () => (key.value = key.value ? "" : (await ask("draw", { key: true }))?.svg ?? "")}>Key</button>
    </header>
    <main class="table">
      <section class="map" aria-label="Map">
        ${svg.value && html`<${TableMap} svg=${svg.value} costs=${lights.value.costs} what=${lights.value.what} held=${held.value} take=${take}
          leave=${leave} over=${(/** @type {string} */ text) => (over.value = text)} faces=${(/** @type {any} */ found) => (faces.value = found)} />`}
        ${key.value && html`<img class="key" alt="The key to the map" src=${`data:image/svg+xml;utf8,${encodeURIComponent(key.value)}`} />`}
        <p class="under" role="status" aria-live="polite">${over.value || "Point at a hex to see what is there."}</p>
      </section>
      <aside aria-busy=${busy.value}>
        ${ended?.length > 0 && html`<section class="ended" role="status"><h2>${ended[0]}</h2>${ended.slice(1).map((/** @type {string} */ line) => html`<p>${line}</p>`)}</section>`}
        ${state.value.who && html`<${Asks} />`}
        <section class="heard" aria-label="What is said" aria-live="polite"><pre>${heard.value.map((line) => line.replace(/^ {2}/, "")).join("\n")}</pre></section>
        <${Here} />
        <form class="line" onSubmit=${(/** @type {Event} */ event) => (event.preventDefault(), type(asked.value), (asked.value = ""))}><input aria-label="What you would type at a terminal" placeholder="or type: why, odds, look, move …" value=${asked.value}
          onInput=${(/** @type {any} */ event) => (asked.value = event.target.value)} /></form>
        <${Log} />
      </aside>
    </main>`;
}

render(html`<${Page} />`, /** @type {HTMLElement} */ (document.getElementById("page")));
