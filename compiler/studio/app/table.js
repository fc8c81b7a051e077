// The table: a game on its map, played by clicks. A click answers with options by their numbers; a line that is typed is read as at a terminal.

import { batch, computed, signal } from "@preact/signals";
import { html } from "htm/preact";
import { render } from "preact";
import { useEffect } from "preact/hooks";
import { copied, handOut, packed, unpacked } from "./link.js";
import { brought, EMPTY } from "./store.js";
import { TableMap } from "./table_map.js";
import { beside, Together } from "./together.js";
import { bySocket, filled, valuesOf, Wire } from "./wire.js";
import { byWorkers } from "./workers.js";

/** @typedef {import("./table_types.d.ts").TableState} TableState */
/** @typedef {import("./table_types.d.ts").Option & { number: number }} Option with its place in the list */
/** @typedef {Omit<import("./table_types.d.ts").CanTake, "targets"> & { targets: Option[] }} Action */
/** @typedef {{ actions: Action[], reach: Record<string, string>, later: string }} CanBegin */
/** @typedef {import("./table_types.d.ts").LogLine} Happened */
/** @typedef {import("./table_types.d.ts").ToldLine} ToldLine */
/** @typedef {import("./table_types.d.ts").Asked} Asked @typedef {import("./table_types.d.ts").TableUpdate} Stands @typedef {import("./table_types.d.ts").TableChoices} Choices @typedef {import("./table_types.d.ts").StepOfOthers} Steps */
/** @template {Asked["do"]} Do @typedef {Omit<Extract<Asked, { do: Do }>, "do">} Told with a request of this name */
/** @typedef {{ [Do in Extract<Asked, { question: number }>["do"]]: { do: Do } & Omit<Told<Do>, "question"> }[Extract<Asked, { question: number }>["do"]]} Wish what is answered, to the question that is asked then */
/** @typedef {{ title: string, again: Wish, odds?: ToldLine[], hex?: string }} Plan what could be done, and at which hex */
/** @typedef {{ hex: string, piece: string, there: string[], number: number, at: number }} Click on what stands there, upon a question of this number */
/** @typedef {{ here: string, there: string, said: string, free: boolean | null | undefined, stopped: string[] }} Line between two hexes, the second of which may be still to choose */

const [PACE, PATIENCE] = [900, 300]; // milliseconds that a step of others is shown where few wait; and until a click says that it was heard

const [seats, held, pointed] = Array.from({ length: 3 }, () => signal(/** @type {string[]} */ ([]))); // pointed are hexes that a line of the log is about
const [key, looked, asked, card] = Array.from({ length: 4 }, () => signal(""));
const [state, choosable] = [signal(/** @type {TableState | null} */ (null)), signal(/** @type {Choices | null} */ (null))];
const [heard, waits, busy, connected, LATE] = [signal(/** @type {(ToldLine | string)[]} */ ([])), signal(""), signal(false), signal(false), "heard, and worked out …"];
const step = signal(/** @type {{ picture: string[], at: string | null, log: Happened[], was?: number, turn?: string } | null} */ (null)); // of what others do; or how it was after so many entries
const wins = signal("at first"); // what wins is shown; empty where it is not
const [begun, plans] = [signal(/** @type {CanBegin | null} */ (null)), signal(/** @type {Plan[]} */ ([]))];
const sight = signal(/** @type {Line | null} */ (null)); // of sight, as long as the tool for that is taken
const faces = signal(/** @type {Record<string, import("./table_map.js").Face>} */ ({}));
const meant = signal(/** @type {Record<string, string>} */ ({})); // what for something was done, where somebody has asked

/** An option; of a bare hex the name alone is sent. @param {import("./table_types.d.ts").Option | string} one @param {number} number @returns {Option} */
const whole = (one, number) => ({ number, ...(typeof one === "string" ? { name: one, hex: one } : one) });
const options = computed(() => (state.value?.options ?? []).map(whole));
const textOf = (/** @type {(ToldLine | string)[]} */ lines) => lines.map((one) => (typeof one === "string" ? one : one.said)).join(" ");
const labelOf = (/** @type {Option} */ one) => one.label || one.name;
const takes = computed(() => Boolean(state.value?.takes));
const able = computed(() => [...new Set(options.value.flatMap((one) => one.by ?? []))]); // pieces that something can be begun with

const root = /** @type {HTMLElement} */ (document.getElementById("page")), { worker } = root.dataset; // the machine of a published page
const [SLOT, GAME, MOMENT] = [`game at ${location.pathname}${location.search}`, "#g1.", /^#at=(\d+)$/]; // where such a page keeps its game; and how a link begins that holds one; or a moment of one
const wire = new Wire(worker ? byWorkers(worker, (text) => void (waits.value = text), "table") : bySocket(`ask${location.search}`), (open) => {
  connected.value = open;
  const [, at] = location.hash.match(MOMENT) ?? [];
  if (open) inTurn(worker ? first : () => send("open").then(() => (at ? showMoment(Number(at)) : undefined)));
});

/** In a published page: the game of the link, or the one that was left here, or one that the address names; else what can be played. */
async function first() {
  const { journal, against, side, ...wanted } = (await unpacked(GAME, location.hash)) ?? JSON.parse(localStorage.getItem(SLOT) ?? "null") ?? Object.fromEntries(new URLSearchParams(location.search));
  if (!journal && !wanted.preset) foresee(`${wanted.situation}.${side ?? ""}`, against);
  await (journal ? send("restore", { journal, against, side }) : wanted.situation ? beginOf({ ...wanted, against, side }) : send("open"));
}
/** Shows how a game will stand that the address begins, where that was known when the page was published: clicks wait until the machine has begun it.
 * @param {string} name @param {string} against */
async function foresee(name, against) {
  if (against !== "greedy" || !root.dataset.screens?.split(" ").includes(name)) return;
  const { body } = await fetch(`machine/of-${name}.screen.bin`);
  state.value ??= (await new Response(body?.pipeThrough(new DecompressionStream("gzip"))).json()).values;
}
const beginOf = (/** @type {Record<string, string>} */ { situation, against, side, preset }) => send("begin", { situation, against: against || null, side: side || null, preset: preset || null });
const leaveLink = () => void (location.hash && history.replaceState(null, "", location.pathname + location.search)); // once the game goes on
const anew = () => (localStorage.removeItem(SLOT), (key.value = ""), leave(), inTurn(() => (leaveLink(), send("leave"))));
async function share() {
  const kept = await ask("keep");
  if (!kept || kept.secret) return void (heard.value = kept ? [kept.secret] : heard.value);
  location.hash = await packed(GAME, kept.game);
  heard.value = [`The address of this page is the link to this game as it stands${(await copied()) ? ", and is copied" : ""}. Send it to who plays on.`, "It hides nothing: whoever opens it can play for every side, and could find out how dice will fall."];
}
const download = () => ask("keep").then((kept) => kept && handOut(kept.name, `text/plain;charset=utf-8,${encodeURIComponent(kept.game.journal)}`));

/** @template {Asked["do"]} Do @param {Do} what @param {Told<Do>} [more] @returns {Promise<import("./table_types.d.ts").Answers[Do] | null>} */
const ask = (what, more) =>
  wire.ask(what, more, (/** @type {Steps | import("./table_types.d.ts").WaitsFor} */ data) => ("log" in data ? follow(data) : (waits.value = data.waits))).promise.catch((problem) => ((heard.value = [problem.message]), null));

/** Others have done something: how it stands by then is asked for. @param {import("./together.js").Beside} data */
wire.pushed = (data) => void ((beside.value = data), data.number !== state.value?.question && inTurn(() => data.number !== state.value?.question && send("open")));

let store = EMPTY; // how the game stands, and on the way there how each step of others leaves it

/** Takes in what differs; what does not follow upon what is known here leaves that. @param {import("./store.js").Differs} given */
const takeIn = (given) => (store = brought(store, given) ?? { ...store, version: 0 });

let [showing, turns] = [Promise.resolve(), Promise.resolve()];
let [waiting, skips, goOn] = [0, false, () => {}];
let [inLine, lostUntil, heldUpon] = [0, 0, 0]; // how much is to be done; which clicks mean nothing any more; the question upon which something was taken up
let pressed = /** @type {number | null} */ (null); // the number of the question upon which a button was pressed

/** Does one thing after the other, as somebody clicks who does not wait. @param {() => any} work */
function inTurn(work) {
  busy.value = ++inLine > 0;
  const late = setTimeout(() => (waits.value ||= LATE), PATIENCE);
  const over = () => void (clearTimeout(late), (busy.value = --inLine > 0), waits.value === LATE && (waits.value = ""));
  return (turns = turns.then(work).catch((problem) => void (heard.value = [problem.message])).then(over));
}
const number = () => pressed ?? state.value?.question ?? -1;
addEventListener("pointerdown", () => (pressed = state.value?.question ?? null), true);
addEventListener("click", () => (pressed = null));

/** Shows a step of what others do, after those before it, for as long as one can follow. @param {Steps} next */
function follow(next) {
  const { picture } = takeIn(next).data;
  waiting += 1;
  showing = showing.then(async () => {
    waiting -= 1;
    if (skips || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    step.value = { picture, at: next.at, log: [...(step.value?.log ?? []), ...next.log] };
    await new Promise((resolve) => setTimeout((goOn = () => resolve(null)), Math.max(PACE / 4, PACE - 60 * waiting)));
  });
}
const skip = () => ((skips = true), goOn());

/** Shows how it was after so many entries; the address leads there. @param {number} at */
async function showMoment(at) {
  const given = await ask("as", { had: store.version, at });
  if (given) step.value = { picture: takeIn(given).data.picture, at: null, log: [], was: at, turn: given.turn };
  if (given && !worker) history.replaceState(null, "", `${location.pathname}${location.search}#at=${at}`);
}
const toNow = () => (leaveLink(), (step.value = null));

/** Asks for something upon which the game stands otherwise. @template {Asked["do"]} Do @param {Do} what @param {Told<Do>} [more] */
async function send(what, more) {
  const given = /** @type {Stands | Choices | null} */ (await ask(what, Object.assign({}, more, { had: store.version })));
  await showing;
  skips = false;
  batch(() => ((waits.value = ""), (step.value = null)));
  if (!given) return;
  if ("situations" in given) return batch(() => ((state.value = null), (choosable.value = given))), whoPlays(given.wanted.situation ?? given.situations[0]?.name);
  const { version, data } = takeIn(given);
  if (!version) return send("open");
  batch(() => ((heard.value = given.heard), (state.value = /** @type {TableState} */ (data)), (plans.value = []), (begun.value = null)));
  document.title = `${beside.value && data.who ? "Your turn: " : ""}${data.title}: Hexlaw`;
  if (worker) localStorage.setItem(SLOT, JSON.stringify((await ask("keep"))?.game ?? null)), leaveLink();
  if (data["hands-over"]) return;
  await new Promise((drawn) => setTimeout(drawn)); // now `faces` are those of this picture
  held.value = held.value.filter((name) => names().includes(name));
  if (held.value.length) await pick(held.value, heldUpon);
  if (given.weighed) propose([given.weighed]);
}

/** Answers by a button the question that it stands below; dice fall only where one is sure. @param {Wish} wish @param {boolean} [sure] */
const answer = (wish, sure = false, question = number()) => inTurn(() => play(wish, sure, question));

/** @param {Wish} wish @param {boolean} [sure] @param {number} [question] */
const play = (wish, sure = false, question = number()) => (wins.value === "at first" && (wins.value = ""), send(wish.do, { ...wish, question, sure }));

/** Options by their numbers, the same with others, and then the way to a hex. @param {number[]} path @param {string[]} [others] @param {string} [to] @returns {{ do: "answer" } & Told<"odds">} */
const by = (path, others = [], to = "") => ({ do: "answer", deed: { path, others, to } });
const DONE = by([-1]);
const say = async (/** @type {import("./table_types.d.ts").TableQuery["of"]} */ of, name = "") => void (heard.value = (await ask("hear", { about: { of, name } }))?.heard ?? heard.value);
const names = () => [...options.value.flatMap((one) => one.piece ?? []), ...able.value]; // pieces that could be taken up now

/** What a piece can begin. @param {string} piece @returns {Promise<CanBegin | null>} */
const select = (piece) => ask("select", { piece }).then((found) => found && { ...found, actions: found.actions.map((/** @type {import("./table_types.d.ts").CanTake} */ one) => ({ ...one, targets: one.targets.map(whole) })) });

/** Takes up pieces, the first of which shows what they can do. @param {string[]} pieces @param {number} [upon] */
async function pick(pieces, upon = number()) {
  [held.value, heldUpon, plans.value] = [pieces, upon, []];
  begun.value = pieces.length ? await select(pieces[0]) : null;
}

/** The counters in a hex, the topmost last. @param {string} hex */
const standing = (hex) => Object.keys(faces.value).filter((name) => faces.value[name].at === hex);

/** A piece is clicked: taken up where something is done with it, or answered with. @param {string} name @param {boolean} more */
async function choose(name, more) {
  if (more && held.value.length) return pick(held.value.includes(name) ? held.value.filter((one) => one !== name) : [...held.value, name]);
  if (takes.value) return pick([name]);
  const one = /** @type {Option} */ (options.value.find((one) => one.piece === name));
  if (one.against) return offer([by([one.number])], [name], faces.value[name]?.at);
  const found = await select(name);
  if (faces.value[name]?.at || !found?.actions[0]?.targets.some((/** @type {Option} */ one) => one.hex)) return play(by([one.number]));
  batch(() => ((held.value = [name]), (begun.value = found)));
}

/** What somebody clicks is what is seen there at that moment. @param {string} hex @param {string} piece @returns {Click} */
const click = (hex, piece) => ({ hex, piece, there: standing(hex), number: state.value?.question ?? -1, at: performance.now() });

/** Lets go of what is held; clicks that are not seen to yet mean nothing any more. @param {string[]} said */
const leave = (...said) => batch(() => ((lostUntil = performance.now()), (held.value = []), (begun.value = null), (plans.value = []), (heard.value = said)));
const lost = () => void leave("the game has gone on meanwhile: click again");
/** A hex was clicked. Upon a question that has been answered meanwhile that means what has stood there since, or where what is held by now is to go.
 * @param {Click} clicked @param {boolean} all @returns {any} */
function take({ hex, piece, there, number, at }, all) {
  if (at < lostUntil || step.value) return;
  if (sight.value) return see(hex);
  looked.value = hex;
  if (plans.value.length === 1 && plans.value[0].hex === hex) return play(plans.value[0].again, true);
  const late = number !== state.value?.question;
  const here = standing(hex).filter((name) => !late || there.includes(name));
  if (!state.value?.who) return say("look", hex);
  const goesOn = held.value.length ? heldUpon === state.value.question : takes.value && here.some((name) => able.value.includes(name));
  if (late && !goesOn) return lost();
  const answers = takes.value ? [] : options.value.filter((one) => one.hex === hex && (!late || there.includes(one.piece ?? "")));
  if (answers.length === 1) return answers[0].against ? offer([by([answers[0].number])], [labelOf(answers[0])], hex) : play(by([answers[0].number]));
  if (answers.length) return void (heard.value = []);
  const own = here.filter((name) => able.value.includes(name) && !held.value.includes(name));
  const steps = begun.value?.actions.find((one) => one.steps);
  if (held.value.length) {
    const found = (begun.value?.actions ?? []).filter((one) => one !== steps).flatMap((action) => action.targets.filter((target) => target.hex === hex).map((target) => ({ action, target })));
    const deed = (/** @type {number} */ at, pieces = held.value) => by([...found[at].action.path, found[at].target.number], pieces.slice(1));
    if (found.some((one) => one.target.against || one.target.piece)) return found.length > 1 || found[0].target.against ? offer(found.map((_, at) => deed(at)), found.map((one) => `${one.action.label}: ${held.value.join(", ")}, ${labelOf(one.target)}`), hex) : play(deed(0));
    if (found.length) { // the first of those held is put there, or all
      const placed = held.value.slice(0, all && takes.value ? undefined : 1);
      held.value = held.value.slice(placed.length);
      return play(deed(0, placed)).then(() => (heldUpon = state.value?.question ?? -1)); // the next one is held as well
    }
    if (begun.value?.reach[hex] !== undefined && !own.length && !begun.value.later) return ((others) => ((held.value = []), play(by(steps?.path ?? [], others, hex))))(held.value.slice(1));
  } else if (state.value.reach?.[hex] !== undefined) return play(by([], [], hex));
  else if (here.length && !takes.value && state.value.done?.throws === false) return play(DONE).then(() => state.value?.takes && take(click(hex, piece), all));
  if (own.length) return own.length === 1 || own.includes(piece) ? choose(own.includes(piece) ? piece : own[0], all) : undefined;
  if (held.value.length) return say("why", `${held.value[0]} ${hex}`);
  return takes.value ? say(here.length ? "why" : "look", here.at(-1) ?? hex) : say("why", state.value.steps ? `to ${hex}` : hex);
}

const propose = (/** @type {Plan[]} */ found) => ((plans.value = found), pointing || requestAnimationFrame(() => /** @type {HTMLElement | null} */ (document.querySelector(".plan .main"))?.focus()));

/** Says what may come of something before it is done, under titles; a click on its hex does it then.
 * @param {({ do: "answer" } & Told<"odds">)[]} deeds @param {string[]} titles @param {string} [hex] */
async function offer(deeds, titles, hex) {
  propose(deeds.map((again, at) => ({ title: titles[at], again, hex })));
  for (const [at, plan] of plans.value.entries()) {
    const odds = (await ask("odds", { deed: deeds[at].deed }))?.odds ?? [];
    plans.value = plans.value.map((one) => (one === plan ? { ...plan, odds } : one));
  }
}

let pointing = false; // at what could be shot at: what is shown of that takes no focus

/** Says what may come of a shot at a hex, as one points there: the click that follows is the shot. @param {string} hex */
function aimAt(hex) {
  const isNews = () => !sight.value && lights.value.what[hex] === "aim" && !plans.value.some((plan) => !plan.hex || plan.hex === hex);
  if (!busy.value && isNews()) inTurn(async () => {
    pointing = true;
    try { if (isNews()) await take(click(hex, ""), false); }
    finally { pointing = false; } // also where it could not be asked: the next plan takes the focus again
  });
}

/** One end of a line of sight after the other. @param {string} hex */
async function see(hex) {
  const { here, there } = /** @type {Line} */ (sight.value);
  if (!here || there) return void (sight.value = { here: hex, there: "", said: "", free: undefined, stopped: [] });
  const { said, free, stopped = [] } = (await ask("sight", { here, there: hex })) ?? { said: "" };
  sight.value = { here, there: hex, said, free, stopped };
}

addEventListener("keydown", (event) => {
  pressed = null;
  if (event.key === "Escape") step.value ? skip() : sight.value ? (sight.value = null) : leave();
  else if (event.key.toLowerCase() !== "z" || !(event.ctrlKey || event.metaKey) || event.target instanceof HTMLInputElement) return;
  else if (state.value?.undo && !step.value) answer({ do: "undo", what: event.shiftKey ? "all" : "click" });
  event.preventDefault();
});

const lights = computed(() => {
  const [costs, what] = /** @type {Record<string, string>[]} */ ([{}, {}]);
  for (const hex of pointed.value) what[hex] = "here";
  if (!state.value?.who || step.value) return { costs: null, what };
  for (const name of able.value) if (faces.value[name]?.at) what[faces.value[name].at] = "able";
  for (const [hex, cost] of Object.entries(begun.value?.reach ?? state.value.reach ?? {})) {
    if (begun.value?.later) what[hex] = "later";
    else costs[hex] = cost;
  }
  const targets = (begun.value?.actions ?? []).flatMap((action) => (action.steps ? [] : action.targets));
  for (const one of [...options.value, ...targets]) if (one.hex) [costs[one.hex], what[one.hex]] = [one.cost ?? "", one.against ? "aim" : "lit"];
  for (const name of held.value) if (faces.value[name]?.at) what[faces.value[name].at] = "here";
  return { costs: Object.keys(costs).length ? costs : null, what };
});

/** Counters as buttons, which take up and put down. @param {{ title?: string, pieces: string[], more?: boolean }} props */
function Counters({ title, pieces, more }) {
  const click = (/** @type {string} */ name) => (/** @type {MouseEvent} */ event) => {
    const [asked, add] = [number(), more || event.shiftKey || event.ctrlKey];
    inTurn(() => (asked === state.value?.question || (takes.value && names().includes(name)) ? choose(name, add) : lost()));
  };
  return pieces.length > 0 && html`${title && html`<h3>${title}</h3>`}<div class="counters">${pieces.map((name) => html`
    <button class="counter" key=${name} title=${faces.value[name]?.title} aria-pressed=${held.value.includes(name)}
      onClick=${click(name)} disabled=${!names().includes(name)}>
      ${faces.value[name] && html`<svg viewBox="0 0 100 100" aria-hidden="true"><use href=${faces.value[name].href} /></svg>`}<span>${name}</span>
    </button>`)}</div>`;
}

function Asks() {
  const { done = null, guided = null, undo = 0, cancel = 0, asks = "", who, all = 0 } = /** @type {TableState} */ (state.value);
  const free = options.value.filter((one) => !one.hex && !one.piece && !one.by?.length);
  const there = options.value.filter((one) => one.hex && one.hex === looked.value);
  const waiting = names().filter((name) => !faces.value[name]?.at);
  const ends = done && (done.ends ? `End ${done.ends}` : takes.value ? "Decline" : "Done");
  return html`<section class="asks" aria-label="What is asked" aria-busy=${busy.value}>
    <h2>${who}: ${asks.replace(/:$/, "")}</h2>
    ${guided && html`<div class="guided"><p><strong>First game, ${guided[0]} of ${guided[1]}.</strong> ${guided[2]}</p><button title="What this move is typed as: it is made, and can be taken back" onClick=${() => answer({ do: "type", lines: [guided[3]] })}>Make it for me</button></div>`}
    ${!held.value.length && able.value.length > 0 && html`<p class="faint">Click a lit piece, or one of these.</p>`}
    ${begun.value && html`<${Begun} />`}
    ${plans.value.map((plan) => html`<div class="plan">
      <p><strong>${plan.title}</strong></p>
      <${Odds} lines=${plan.odds} />
      <div class="buttons"><button class="main" onClick=${() => answer(plan.again, true)}>Do it</button><button onClick=${() => (plans.value = [])}>Not</button></div>
    </div>`)}
    <div class="buttons">
      ${free.map((one) => html`<button key=${one.name} title=${one.said} onClick=${() => answer(by([one.number]))}>${labelOf(one)}${one.cost ? `, for ${one.cost}` : ""}</button>`)}
    </div>
    ${there.length > 1 && html`<${Counters} title=${`Which in ${looked.value}?`} pieces=${there.flatMap((one) => one.piece ?? [])} />`}
    <${Counters} title=${takes.value ? "Not on the map" : "Which?"} pieces=${waiting} />
    ${waiting.length > 1 && html`<p class="faint">Shift-click takes several; then each hex that you click gets the next, with Shift all that are left.</p>`}
    <div class="buttons">
      ${done && html`<button class=${done.again ? "main" : ""} onClick=${() => answer(DONE)}>
        ${done.again ? `${ends} all the same` : ends}${done.throws ? ": the dice fall" : ""}</button>`}
      <button disabled=${!undo} title="Takes back what your last click did" onClick=${() => answer({ do: "undo", what: "click" })}>Undo</button>
      ${cancel > undo && html`<button title="All of the action that is under way" onClick=${() => answer({ do: "undo", what: "action" })}>Undo the whole action</button>`}
      ${all > Math.max(cancel, undo) && html`<button title="Back to the last throw of dice, or to where somebody else has decided" onClick=${() => answer({ do: "undo", what: "all" })}>Undo all</button>`}
      <button title="A program goes on for you until this part of the turn is over; you can take that back" onClick=${() => answer({ do: "auto" })}>Play this part for me</button>
      <button title="What a program that chooses its style would do here, and what for: it thinks some seconds" onClick=${() => inTurn(() => say("hint"))}>Hint</button>
    </div>
  </section>`;
}

/** What may come of something: bars for chances, a row for each pick that can follow, and folded away what that depends on.
 * @param {{ lines?: ToldLine[] }} props */
function Odds({ lines }) {
  if (!lines) return html`<p class="faint">the odds are worked out …</p>`;
  const parts = /** @type {{ sort: string, lines: ToldLine[] }[]} */ ([]);
  for (const one of lines) {
    const sort = one.chance ? "chances" : one.pick ? "picks" : "said";
    if (parts.at(-1)?.sort === sort) parts.at(-1)?.lines.push(one);
    else parts.push({ sort, lines: [one] });
  }
  if (!parts.some(({ sort }) => sort === "chances")) return parts.map(({ lines }) => lines.map((one) => html`<p>${one.pick ? `${one.pick}: ` : ""}${one.said}</p>`));
  return parts.map(({ sort, lines }) =>
    sort === "chances" ? html`<table class="odds">${lines.map((one) => html`<tr><th scope="row" title=${one.chance}>${one.percent ?? 0} %</th>
        <td class="bar"><span style=${`width: ${one.percent ?? 0}%`} /></td><td>${one.said}</td></tr>`)}</table>`
    : sort === "picks" ? html`<table class="odds">${lines.map((one) => html`<tr><th scope="row">${one.pick}</th><td>${one.said}</td></tr>`)}</table>`
    : lines.length === 1 ? html`<p>${lines[0].said}</p>`
    : html`<details><summary>${lines[0].said.replace(/:$/, "")}</summary>${lines.slice(1).map((one) => html`<p>${one.said}</p>`)}</details>`);
}

/** What can be done with what is held. */
function Begun() {
  const { actions, reach, later } = /** @type {CanBegin} */ (begun.value), far = Object.keys(reach).length;
  return html`<div class="begun">
    <${Counters} pieces=${held.value} more=${true} />
    ${far > 0 && html`<p><span class=${`swatch ${later ? "later" : "lit"}`} />${later ? `Later, in ${later}: ` : ""}gets to ${far} hexes, lit with what that costs.</p>`}
    ${actions.map(({ label, targets }) => ({ label, at: [...new Set(targets.flatMap((one) => (one.against && one.hex ? [one.hex] : [])))] })).filter(({ at }) => at.length > 0).map(({ label, at }) => html`<p><span class="swatch aim" />${label}: ${at.length} within reach, outlined in dashes.</p>`)}
    <div class="buttons">
      ${actions.filter((/** @type {Action} */ one) => one.name).map((/** @type {Action} */ one) => html`<button key=${one.name} title=${one.said} onClick=${() => answer(by(one.path, held.value.slice(1)))}>${one.label}</button>`)}
      <button onClick=${() => leave()}>Let go</button>
    </div>
  </div>`;
}

function Here() {
  if (!looked.value) return null;
  const here = standing(looked.value);
  return html`<section aria-label="The hex"><${Counters} title=${`In ${looked.value}`} pieces=${here} />
    <div class="buttons"><button onClick=${() => say("look", looked.value)}>Look closer</button>
      ${here.length > 0 && html`<button onClick=${() => say("look", here.at(-1))}>About ${here.at(-1)}</button>`}</div></section>`;
}

const nameOf = (/** @type {Happened} */ { at, said }) => `${at} ${said}`;
const explain = async (/** @type {Happened} */ one) => void (meant.value = { ...meant.value, [nameOf(one)]: String((await ask("meant", { at: one.at }))?.heard[0] ?? "") });

function Log() {
  const [log, was] = [[...(state.value?.log ?? []), ...(step.value?.log ?? [])], step.value?.was];
  const slide = (/** @type {any} */ { target }) => inTurn(() => (target.valueAsNumber < log.length ? showMoment(target.valueAsNumber ? log[target.valueAsNumber - 1].at[1] : log[0].at[0]) : toNow()));
  const headed = log.map((one, at) => ({ one, heading: one.turn !== log[at - 1]?.turn ? one.turn : "" }));
  return html`<section class="log" aria-label="What has happened" tabindex="0">
    <h3>What has happened ${log.length > 0 && !step.value && html`<button onClick=${() => inTurn(() => send("look"))}>Show what the others did</button>`}</h3>
    ${log.length > 0 && html`<input type="range" aria-label="Back and forth through the game" min="0" max=${log.length} value=${was ? log.findIndex((one) => one.at[1] >= was) + 1 : log.length} onInput=${slide} />`}
    <ol reversed>${headed.reverse().map(({ one, heading }) => html`<li key=${nameOf(one)} class=${was !== undefined && one.at[1] > was ? "later" : ""} onMouseEnter=${() => (pointed.value = one.hexes ?? [])} onMouseLeave=${() => (pointed.value = [])}>
      ${one.hexes?.length ? html`<button class="said" title="Show it on the map" onClick=${() => (pointed.value = one.hexes ?? [])}>${one.said}</button>` : one.said}
      ${one.came.map((line) => html`<div class="came">${line}</div>`)}
      ${(one.factors.length > 0 || one.meant) && html`<details onToggle=${() => one.meant && !meant.value[nameOf(one)] && explain(one)}>
        <summary>${one.factors.length ? "How it came to that" : "What for"}</summary>
        <pre>${[...one.factors, one.meant && (meant.value[nameOf(one)] ?? "…")].filter(Boolean).join("\n")}</pre></details>`}
    </li>${heading && html`<li class="turn" key=${`turn ${nameOf(one)}`}>${heading}</li>`}`)}</ol>
  </section>`;
}

const CARDS = JSON.parse(root.dataset.cards ?? "{}"); // of a published page: what the cards of its situations say
const whoPlays = async (/** @type {string} */ situation) => ((card.value = { ...CARDS, ...choosable.value?.cards }[situation] ?? ""), (seats.value = (await ask("who", { situation }))?.seats ?? []));

const begin = (/** @type {Event} */ event) => ((wanted) => inTurn(() => beginOf(wanted)))(filled(event));

/** Goes on with a game that is kept in a file. @param {any} event */
const goOnWith = ({ target: { files, form } }) => (({ against, side }) => inTurn(async () => send("restore", { journal: await files[0].text(), ...(against && { against, side }) })))(valuesOf(form));

function Choices() {
  const { module, situations, programs, presets, wanted } = /** @type {import("./table_types.d.ts").TableChoices} */ (choosable.value);
  return html`<main class="alone"><h1>${module}</h1><form onSubmit=${begin}>
    <label>Situation <select name="situation" onChange=${(/** @type {any} */ event) => whoPlays(event.target.value)}>
      ${situations.map((one) => html`<option value=${one.name} selected=${one.name === wanted.situation}>${one.title}</option>`)}</select></label>
    ${card.value && html`<p class="faint card">${card.value}</p>`}
    <label>Against <select name="against">${Object.entries(programs).map(([name, how]) => html`<option value=${name} selected=${name === wanted.against}>${name}: ${how}</option>`)}
      <option value="" selected=${wanted.against === null}>somebody beside me</option></select></label>
    <label>Your side <select name="side">${seats.value.map((name) => html`<option selected=${name === wanted.side}>${name}</option>`)}</select></label>
    ${Object.keys(presets).length > 0 && html`<label>Options <select name="preset"><option value="">as the rules have them</option>${Object.entries(presets).map(([name, title]) => html`<option value=${name}>${title}</option>`)}</select></label>`}
    <button class="main">Play</button>
    ${worker && html`<label>Or go on with a journal <input type="file" accept=".journal" onChange=${goOnWith} /></label>`}</form><p class=${waits.value ? "faint" : "no"} role="status">${waits.value || textOf(heard.value)}</p></main>`;
}

function Page() {
  useEffect(() => {
    const begin = /** @type {HTMLElement | null} */ (document.querySelector(".plan .main, .skip, .board, .alone select, .alone .main"));
    if (document.activeElement === document.body) begin?.focus({ preventScroll: true }); // what had it is gone
  });
  if (!state.value) return choosable.value ? html`<${Choices} />` : html`<main class="alone"><p role="status">${textOf(heard.value) || waits.value || "The table is laid …"}</p>
    ${worker && heard.value.length > 0 && html`<button class="main" onClick=${anew}>Begin another game</button>`}</main>`;
  const { title, turn, score, ended = [], figures, who, sent = [], seals = false, mailed = {}, undo = 0, picture = [], wins: won = [], "hands-over": next } = state.value;
  if (next) return html`<main class="alone"><h1>${title}</h1><p>It is the turn of <strong>${next}</strong>. Nobody else should look now.</p>
    <button class="main" onClick=${() => (leave(), inTurn(() => send("take", { who: next })))}>I am ${next}: show me the table</button></main>`;
  const told = connected.value ? waits.value : beside.value ? "The table cannot be reached; this page goes on trying." : "The table is not served any more: start it again, and open the address that it prints.";
  return html`<header>
      <h1>${title}</h1><span>${turn} ${Object.entries(figures ?? {}).map(([name, figure]) => html`<span class="figure">${name} ${figure}</span>`)}</span>
      <span class="faint" role="status" aria-live="polite">${told}</span>
      <span class="faint">${score?.join(" · ")}</span>
      <button aria-pressed=${Boolean(sight.value)} title="How far it is from one hex to another, and whether one sees there" onClick=${() => (sight.value = sight.value ? null : { here: "", there: "", said: "", free: undefined, stopped: [] })}>Line of sight</button>
      <button aria-expanded=${Boolean(wins.value)} onClick=${() => (wins.value = wins.value ? "" : "asked for")}>What wins</button>
      <button aria-expanded=${Boolean(key.value)} onClick=${async () => (key.value = key.value ? "" : (await ask("key"))?.svg ?? "")}>Key</button>
      ${!beside.value && html`<button title=${`Another situation, or this one once more${worker ? "; this game is kept here no more" : ""}`} onClick=${anew}>New game</button>`}
      ${worker && html`<button title="The journal of this game: a file with which to go on, here or with Hexlaw at home" onClick=${download}>Take as file</button><button title="The game as it stands, in the address of this page" onClick=${share}>Make a link</button>`}
    </header>
    <main class="table">
      <section class="map" aria-label="Map">
        ${picture.length > 0 && html`<${TableMap} picture=${step.value?.picture ?? picture} glides=${Boolean(step.value)} sight=${sight.value} aim=${aimAt} at=${step.value?.at} costs=${lights.value.costs} what=${lights.value.what}
          held=${held.value} click=${click} take=${(/** @type {Click} */ clicked, /** @type {boolean} */ all) => inTurn(() => take(clicked, all))} faces=${(/** @type {any} */ found) => (faces.value = found)} />`}
        <p class="sight" role="status">${sight.value && (sight.value.said || (sight.value.here ? `from ${sight.value.here} to …: click the other hex` : "Line of sight: click one hex, then another."))}</p>
        ${key.value && html`<img class="key" alt="The key to the map" src=${`data:image/svg+xml;utf8,${encodeURIComponent(key.value)}`} />`}
      </section>
      <aside>
        ${ended.length > 0 && html`<${Told} name="ended" lines=${ended} />`}
        ${seals && html`<${Told} name="ended" lines=${["Your turn is over", "Look at it once more: nothing is sent yet, and Undo takes back. Once it is sealed it stands."]} more=${html`<div class="buttons"><button class="main" onClick=${() => answer({ do: "seal" })}>Seal it</button>${undo > 0 && html`<button onClick=${() => answer({ do: "undo", what: "click" })}>Undo</button><button onClick=${() => answer({ do: "undo", what: "all" })}>Undo all</button>`}</div>`} />`}
        ${sent.length > 0 && html`<${Told} name="ended" lines=${["Your turn is over", ...sent]} more=${Object.entries(mailed).map(([name, text]) => html`<div class="buttons"><button class="main" onClick=${() => handOut(name, `application/octet-stream,${encodeURIComponent(text)}`)}>Download ${name}</button><a href=${`mailto:?subject=${encodeURIComponent(`${title}: ${name}`)}&body=${encodeURIComponent(`The file ${name} is attached; hexlaw play --mail ${name} --serve takes it up.`)}`}>Write the mail</a></div>`)} />`}
        ${wins.value && html`<${Told} name="wins" lines=${["What wins", ...won]} more=${html`<button onClick=${() => say("wins")}>All of it</button>`} />`}
        ${step.value?.turn !== undefined ? html`<section class="asks"><h2>As it was: ${step.value.turn}</h2><button class="main skip" onClick=${toNow}>Back to the game</button></section>`
        : step.value ? html`<section class="asks"><h2>${waits.value || "What the others did"}</h2><button class="main skip" onClick=${skip}>Skip</button></section>`
        : who && html`<${Asks} />`}
        <section class="heard" aria-label="What is said" aria-live="polite"><${Heard} lines=${heard.value.map((one) => (typeof one === "string" ? { said: one } : one))} /></section>
        ${beside.value && html`<${Together} ask=${ask} over=${state.value.over} of=${beside.value} />`}
        <${Here} />
        <form class="line" onSubmit=${(/** @type {Event} */ event) => (event.preventDefault(), answer({ do: "type", lines: [asked.value] }), (asked.value = ""))}><input aria-label="What you would type at a terminal" placeholder="or type: why, odds, look, move …" value=${asked.value}
          onInput=${(/** @type {any} */ event) => (asked.value = event.target.value)} /></form>
        <${Log} />
      </aside>
    </main>`;
}

/** What was said: odds as bars, figures of what was looked at in a table, the rest line by line. @param {{ lines: ToldLine[] }} props */
const Heard = ({ lines }) => lines.some((one) => one.chance || one.pick) ? html`<${Odds} lines=${lines} />` : lines.map(({ said, depth = 0, figures }) => html`<div style=${`margin-left: ${2 * depth}ch`}>${figures ? html`<dl>${Object.entries(figures).map(([name, figure]) => html`<dt>${name}</dt><dd>${figure || "yes"}</dd>`)}</dl>` : said}</div>`);
/** A heading, and some lines below it. @param {{ name: string, lines: string[], more?: any }} props */
const Told = ({ name, lines: [first, ...lines], more }) => html`<section class=${name} role="status"><h2>${first}</h2>${lines.map((line) => html`<p>${line}</p>`)}${more}</section>`;

render(html`<${Page} />`, root);
