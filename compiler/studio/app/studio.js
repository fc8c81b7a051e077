// The studio: files of a module on the left, a position in the middle, its verdict and what the edit does on the right.

import { batch, computed, effect, signal } from "@preact/signals";
import { html } from "htm/preact";
import { render } from "preact";
import { useEffect } from "preact/hooks";
import { Beginning, Dialog } from "./beginning.js";
import { Editor, isBelow } from "./editor.js";
import { GridOfFile } from "./grid.js";
import { gridOf } from "./grid_text.js";
import { change, changed as changedBy, linkOf, ofLink, copied, handOut } from "./link.js";
import { fixed, named } from "./law_mode.js";
import { layout } from "./position.js";
import { Verdict } from "./verdict.js";
import { bySocket, filled, newest, valuesOf, Wire } from "./wire.js";
import { byWorkers } from "./workers.js";
import { differences, outline } from "./text_lines.js";

const root = /** @type {HTMLElement} */ (document.getElementById("page"));
const worker = root.dataset.worker; // the machine of a published page

const [connected, rest, asGrid] = [signal(false), signal(false), signal(false)]; // cases are asked until none is left; charts are grids
const [opened, changed, balance, card, lookedUp, none] = Array.from({ length: 6 }, () => signal(/** @type {any} */ (null))); // in place of a module, what can be opened or begun
const [path, said, sought, trouble, late] = Array.from({ length: 5 }, () => signal("")); // trouble is with the link by which this page was opened; late is what the machine has been at for too long
/** @typedef {{ text: string, saved: string, read: string, days?: string[] }} OpenFile what an older text is kept of: days */
/** @typedef {import("./law_mode.js").Finding[]} Findings */
const texts = signal(/** @type {Record<string, OpenFile>} */ ({}));
const [quick, thorough] = [signal(/** @type {Findings} */ ([])), signal(/** @type {Findings | null} */ (null))];
const [known, long] = [signal(/** @type {{ known: number, all: number } | null} */ (null)), signal(/** @type {{ what: string, lines: string[], stop: () => void } | null} */ (null))];
const [witnesses, conflict] = [signal(/** @type {any[] | undefined} */ (undefined)), signal(/** @type {{ path: string, text: string, read: string } | null} */ (null))];
const [which, tab] = [signal(/** @type {keyof typeof WHICH} */ ("all")), signal(/** @type {keyof typeof TABS} */ ("verdict"))]; // which of the positions
const [BEGUN, ofFile] = ["situations, as they begin", signal("")];
const goal = signal(/** @type {{ path: string, line: number } | null} */ (null)); // the line to be shown
const [words, forms] = [signal(/** @type {string[]} */ ([])), signal(/** @type {import("./beginning.js").Form[] | null} */ (null))]; // of the language; of what can be begun, while that is asked
const [latest, chosen, touched] = [signal(""), signal(""), signal(/** @type {{ touched: { what: string, costs: Record<string, string>, gone: string[] }[], left: number } | null} */ (null))]; // what was begun last, which of what it does to the map is lit, and all of that
let [leaving, soon] = [false, 0]; // for another module: what is not saved stays in this tab; when the map is asked for

const found = computed(() => thorough.value ?? quick.value);
const unsaved = computed(() => Object.entries(texts.value).filter(([, file]) => file.text !== file.saved).map(([name]) => name));
const lit = computed(() => touched.value?.touched.find(({ what }) => what === chosen.value) ?? touched.value?.touched[0] ?? null);
const broken = computed(() => quick.value.some((one) => one.level === "error"));

const say = (/** @type {string} */ text) => void (said.value = text);
const ours = Math.random().toString(36).slice(2); // the name of this tab while it is connected
const wire = new Wire(worker ? byWorkers(worker, say) : bySocket(`ask?tab=${ours}&module=${encodeURIComponent(new URLSearchParams(location.search).get("module") ?? "")}`), (open) => {
  connected.value = open;
  if (open) begin();
});
const { tried, ask, position, judged, old, judge, lay, take, resume, seen } = layout(wire, say, worker ? null : write, lit);
let linked = worker ? ofLink(location.hash).catch((problem) => void (trouble.value = problem.message)) : null;
setInterval(() => (late.value = wire.late()), 500);
const firstFile = () => opened.value.files.find((/** @type {string} */ name) => name.endsWith(".law")) ?? opened.value.files[0];

/** Changes what is known of a file. @param {string} name @param {Partial<OpenFile>} now */
const note = (name, now) => void (texts.value = { ...texts.value, [name]: { ...texts.value[name], ...now } });

/** What a tab has not saved it keeps itself, for when it is loaded again or the studio is started anew. @param {string} module */
const kept = (module) => `unsaved in ${module}`;
effect(() => {
  if (!opened.value || worker) return;
  const own = JSON.stringify(Object.fromEntries(unsaved.value.map((name) => [name, texts.value[name]])));
  try { sessionStorage.setItem(kept(opened.value.module), own); }
  catch { say("this browser has no room to keep what is not saved: save it before the page is loaded again"); }
});

async function begin() {
  const what = await ask("open");
  if (what?.begin) forms.value = (await ask("forms"))?.forms;
  if (!what || what.begin) return void (none.value = what);
  const link = await linked;
  linked = null; // it is followed once, however often the machine begins
  for (const each of link?.changes ?? []) await follow(each, what.files).catch((problem) => void (trouble.value = problem.message));
  if (!worker && !opened.value) texts.value = JSON.parse(sessionStorage.getItem(kept(what.module)) ?? "{}");
  for (const [name, { text }] of Object.entries(texts.value)) if (!isBelow(name)) quick.value = (await ask("edit", { path: name, text }))?.found ?? quick.value;
  opened.value = unsaved.value.length ? (await ask("open")) ?? what : what; // with the files and cases that are not saved
  document.title = `${what.title}: Hexlaw`;
  await show(path.value || unsaved.value[0] || firstFile());
  const wanted = new URLSearchParams(location.search).get("case");
  if (link?.position) await lay(link.position);
  else if (!position.value && wanted && what.cases.some((/** @type {any} */ one) => one.id === wanted)) await take(wanted);
  else if (position.value) await resume();
  else await begun();
  const [by] = judged.value?.now?.by ?? [];
  if (wanted && by && !unsaved.value.length) await goto(by);
  if (unsaved.value.length) await compare(2);
  words.value = (await ask("words"))?.words ?? [];
  if (!thorough.value) await check();
  look();
}

/** Lays out a case where there is none yet. */
const begun = async ({ cases } = opened.value) => void (!position.value && cases.length && (await take((cases.find((/** @type {any} */ one) => one.asks.startsWith("may ")) ?? cases[0]).id)));

/** A file as it stands here, and reads it where it was not read. @param {string} name */
const read = async (name, file = texts.value[name]) => ((file ??= await ask("read", { path: name })) && note(name, file), file);
const show = async (/** @type {string} */ name) => void ((await read(name)) && (path.value = name));

async function goto(/** @type {{ path: string | null, line: number }} */ { path: to, line }) {
  if (!to) return;
  await show(to);
  goal.value = { path: to, line };
}

const find = async (/** @type {string} */ what, /** @type {object} */ more) => void (lookedUp.value = (await ask(what, more)) ?? lookedUp.value);
const [doubts, helped] = [signal(/** @type {any[] | null} */ (null)), signal(/** @type {any[]} */ ([]))]; // prose that was not read beside its law; what the documentation says of what was looked up
/** Asks what prose is in doubt; one that has been read `holds` from now on. */
async function prose(holds = "") {
  doubts.value = (await ask("prose", { holds }))?.doubts ?? doubts.value;
  if (holds) await check();
}
/** Looks words up in the law, and in the documentation. @param {Record<string, string>} said */
async function lookUp(said) {
  tab.value = "lookup";
  await find("find", said);
  if (!worker) helped.value = (await ask("help", said))?.found ?? [];
}
const usesAt = (/** @type {number} */ line, /** @type {number} */ column) => ((tab.value = "lookup"), find("stands", { path: path.value, line, column }));
/** Takes up texts of files that the machine has made; they can be looked at before they are saved. @param {{ path: string, text: string, line?: number }[]} files */
async function write(files) {
  const before = [];
  for (const { path: name, text } of files) {
    const isNew = !opened.value.files.includes(name);
    if (isNew) opened.value = { ...opened.value, files: [...opened.value.files, name] };
    const was = texts.value[name] ?? (isNew ? { text: "", saved: "", read: "" } : await ask("read", { path: name }));
    before.push({ path: name, text: was.text, after: text });
    note(name, { ...was, text });
    await edited(name, text);
  }
  written.value = before;
}
const written = signal(/** @type {{ path: string, text: string, after: string }[]} */ ([])); // what `write` did last, which can be taken back until something else is typed there
const isAsWritten = computed(() => written.value.length > 0 && written.value.every(({ path: name, after }) => texts.value[name]?.text === after));
/** Lays the text that a file had on a day before over it. @param {string} name @param {string} day */
const asOn = async (name, day, given = ask("read", { path: name, day })) => void ((await given) && write([{ path: name, text: (await given).text }]));
const takeBack = async () => (await write(written.value), (written.value = []), (latest.value = ""), say("it is taken back"));
/** What on the map of a position is otherwise since something was begun. */
const touch = newest(async () => void (touched.value = latest.value && position.value ? await ask("touched", { position: position.value }) : null));
effect(() => void (judged.value, latest.value, clearTimeout(soon), (soon = setTimeout(touch, 200))));

/** Calls the name that was looked up otherwise, in all files of the module. @param {Event} event */
async function rename(event) {
  const [{ new: name }, [path, line, column]] = [filled(event), lookedUp.value.place];
  await tell();
  const given = await ask("rename", { path, line, column, new: name });
  if (!given) return;
  await write(given.files);
  lookedUp.value = { entries: [], said: [`renamed at ${given.places} places, in ${given.files.length} files: look through them, and save`, ...given.left.map((/** @type {string} */ one) => `may mean something else, and is left: ${one}`)] };
}

/** Opens another module in this tab. @param {string} name */
const leave = (name) => void ((leaving = true), (location.search = `?module=${encodeURIComponent(name)}`));

/** Shows what has been begun: a module, or the first of the texts. @param {any} given @param {Record<string, string>} wanted */
async function begunAnew(given, { sort, name }) {
  forms.value = null;
  if (given.open) return leave(given.open);
  if (sort === "file" && opened.value.files.includes(name)) return show(name);
  const files = given.files ?? ((await ask("edit", { path: name, text: "" })) ? [{ path: name, text: "", line: 1 }] : []);
  await write(files);
  const law = files.find((/** @type {any} */ file) => file.path.endsWith(".law")) ?? files[0];
  if (law) await goto(law);
  if (given.files && (sort === "board" || sort === "situation")) await lay({ id: name, [sort]: name });
  if (given.files) latest.value = `${sort} ${name}`;
  if (given.files) say(`${sort} ${name} stands in ${files.map((/** @type {any} */ file) => file.path).join(" and ")}; save to keep it`);
}
/** What may stand at a place of the file that is shown, and what stands there; nothing where that cannot be said. */
const atPlace = (/** @type {string} */ what) => (/** @type {number} */ line, /** @type {number} */ column) => wire.ask(what, { path: path.value, line, column, ...(what === "may" && { text: texts.value[path.value].text }) }).promise.catch(() => undefined);
const [mayStand, standsAt] = [atPlace("may"), atPlace("stands")];

/** Begins a rule of one's own in place of one of a base. @param {string} rule */
async function anew(rule) {
  const given = await ask("anew", { rule });
  if (!given) return;
  const own = isBelow(path.value) || !path.value.endsWith(".law") ? firstFile() : path.value;
  if (!own.endsWith(".law")) return say("begin a file of law first");
  await show(own);
  const text = `${texts.value[own].text.trimEnd()}\n\n`;
  type(own, text + given.text);
  goto({ path: own, line: text.split("\n").length });
  say(`a rule in place of ${rule} stands at the end of ${own}, and says at first what that says`);
}

/** Takes up what others have written, and lists what is new. */
const renew = newest(async () => {
  const known = Object.fromEntries(Object.entries(texts.value).map(([name, file]) => [name, file.read]));
  const what = await wire.ask("open", { seen: opened.value.seen, read: known }).promise.catch(() => null);
  if (!what?.files) return;
  opened.value = what;
  for (const [name, theirs] of Object.entries(what.written)) {
    const mine = texts.value[name];
    if (mine.text !== mine.saved && mine.text !== theirs.text) conflict.value = { path: name, ...theirs };
    else note(name, { ...theirs, saved: theirs.text });
  }
  if (![...what.files, ...what.below].includes(path.value)) await show(firstFile());
  const own = isBelow(path.value) ? firstFile() : path.value;
  if (await read(own)) await edited(own, texts.value[own].text);
});
if (!worker) setInterval(() => void (connected.value && opened.value && renew()), 1000);

const check = newest(async () => void (thorough.value = (await ask("check"))?.found ?? thorough.value));
const compare = newest(async (/** @type {number} */ seconds) => {
  do {
    changed.value = (await ask("changed", { first: position.value?.id ?? "", seconds })) ?? changed.value;
  } while (rest.value && changed.value?.["not-asked"]);
  rest.value = false;
});

let [later, typing] = [0, 0];
const untold = /** @type {Map<string, string>} */ (new Map()); // texts by file of which the machine is not told yet
const tell = newest(async () => { // tells the machine of all edits
  let given = null;
  for (const [name, text] of untold) {
    untold.delete(name);
    given = (await ask("edit", { path: name, text })) ?? given;
  }
  if (!given) return;
  batch(() => {
    quick.value = given.found;
    thorough.value = null;
    balance.value = card.value = witnesses.value = undefined;
    long.value?.stop(); // what it finds out is of the law before
  });
  rest.value = false;
  await judge();
  clearTimeout(later);
  if (broken.value) return;
  later = setTimeout(() => void (check(), compare(2)), 400);
  await begun();
});
const edited = (/** @type {string} */ name, /** @type {string} */ text) => (untold.set(name, text), tell());

function type(/** @type {string} */ name, /** @type {string} */ text) {
  note(name, { text });
  untold.set(name, text);
  clearTimeout(typing);
  typing = setTimeout(tell, 120);
}

const mend = async (/** @type {Findings[0]["fixes"][0]} */ fix) => void (fix.path && (await show(fix.path), type(fix.path, fixed(texts.value[fix.path].text, fix))));

async function pack() {
  const given = await ask("pack");
  if (!given) return;
  handOut(given.name, `application/zip;base64,${given.data}`);
  say(`${given.name} holds the module as it stands here${given.stays && `; ${given.stays}`}`);
}

/** The edit as a link, in the address of this page. */
async function link() {
  const changes = unsaved.value.map((name) => change(name, texts.value[name].read, texts.value[name].saved, texts.value[name].text));
  location.hash = await linkOf({ changes, position: position.value });
  say(`the address of this page is the link${(await copied()) ? ", and is copied" : ""}: ${location.hash.length} characters`);
}

const IN_ONE_FILE = "holds the rule book of the law as it stands here, saved or not, with its pictures: whoever opens it can read it anywhere, and change nothing";
const nameOf = () => opened.value.module.split("/").at(-1);
/** The address of the book as it was published, for somebody who only reads. */
const forReader = async (book = new URL("index.html", location.href).href) => say(`${book}${(await copied(book)) ? " is copied, and" : ""} leads to the rule book as it was published: it can be read, and your edits are not in it`);

/** Does to a text what the link does by which this page was opened. @param {import("./link.js").Change} change @param {string[]} files */
async function follow(change, files) {
  const [name, of, start] = change;
  const file = of || files.includes(name) ? await wire.ask("read", { path: name }).promise : { text: "", read: "" };
  const text = changedBy(change, file.read, file.text);
  quick.value = (await wire.ask("edit", { path: name, text }).promise).found;
  note(name, { text, saved: file.text, read: file.read });
  path.value = name;
  goal.value = { path: name, line: text.slice(0, start).split("\n").length };
}

async function save(/** @type {string} */ name) {
  if (worker) return say("a published page writes nothing: take the module as .zip, or make a link");
  const file = texts.value[name];
  const given = await ask("save", { path: name, text: file.text, read: file.read });
  if (!given) return;
  if (given.conflict !== undefined) return void (conflict.value = { path: name, text: given.conflict, read: given.read });
  note(name, { saved: file.text, read: given.read, days: given.days });
  say(`${name} is saved`);
}

const saveAll = async () => { for (const name of unsaved.value) if (!conflict.value) await save(name); };

/** Somebody else has written a file: theirs is taken, or ours is written over it. @param {{ path: string, text: string, read: string }} at @param {boolean} ours */
async function settle(at, ours) {
  conflict.value = null;
  note(at.path, { saved: at.text, read: at.read, ...(ours ? {} : { text: at.text }) });
  await (ours ? save(at.path) : edited(at.path, at.text));
}

async function look() {
  do {
    known.value = await ask("look");
    await new Promise((go) => setTimeout(go, 150));
  } while (known.value && known.value.known < known.value.all);
}

async function keep(/** @type {Event} */ event) {
  await tell();
  const wanted = filled(event);
  const given = await ask("keep", { position: { ...judged.value?.fits, ...position.value }, ...wanted });
  if (!given) return;
  await write([given]);
  await goto(given);
  await take(wanted.id);
  say(`${wanted.id} stands in ${given.path}, line ${given.line}: it expects ${wanted.expect}, and the law answers ${judged.value?.now?.answer}; save to keep it`);
}

/** Work that takes long, told as it goes on, and ended at will.
 * @param {string} what @param {string} request @param {object} [more] @param {(data: any) => void} [heard] */
async function lasting(what, request, more, heard = () => {}) {
  await tell(); // an edit ends what is at work
  long.value?.stop();
  const asked = wire.ask(request, more, (data) => {
    if (data.lines && long.value) long.value = { ...long.value, lines: [...long.value.lines, ...data.lines] };
    heard(data);
  });
  long.value = { what, lines: [], stop: asked.stop };
  return tried(asked.promise).finally(() => void (long.value?.stop === asked.stop && (long.value = null)));
}

const witness = async () => void (witnesses.value = (await lasting("the smallest example of each change is looked for", "witness"))?.witnesses);

async function play(/** @type {Event} */ event) {
  const { situation, pairs, players } = filled(event);
  balance.value = null;
  const [wanted, began] = [{ situation, pairs: Number(pairs), players: [players] }, Date.now()];
  const given = await lasting("the games are being made ready", "play", wanted, (data) => {
    if (!balance.value && long.value) long.value = { ...long.value, what: `ready after ${Math.ceil((Date.now() - began) / 1000)} s; pairs of games are played` };
    balance.value = data;
  });
  if (given) balance.value = given.balance[0];
}

const keptCard = async (/** @type {string} */ situation) => void (card.value = (await ask("kept", { situation }))?.card);
/** Plays the card of a situation; what was played before counts. @param {any} event */
async function playCard({ target: { form } }) {
  const given = await lasting("the games of the card are being made ready", "card", { situation: valuesOf(form).situation }, ({ card: of, played, wanted }) => {
    if (long.value) long.value = { ...long.value, what: `${played} of some ${wanted} games are played` };
    if (played) card.value = of;
  });
  if (given) card.value = given.card;
}

// ---- what is seen

function Files() {
  const { files, below, writable } = opened.value;
  return html`<section class="files" aria-label="Files">
    <label>File <select value=${path.value} onChange=${(/** @type {any} */ e) => show(e.target.value)}>
      ${files.map((/** @type {string} */ name) => html`<option value=${name}>${unsaved.value.includes(name) ? "● " : ""}${name}</option>`)}
      ${below.length > 0 && html`<optgroup label="What it extends, to be read">${below.map((/** @type {string} */ name) => html`<option value=${name}>${name}</option>`)}</optgroup>`}
    </select></label> ${!worker && html`<button onClick=${async () => (forms.value = (await ask("forms"))?.forms)}>New …</button>`}
    ${isAsWritten.value && html` <button onClick=${takeBack}>Take it back</button>`}
    ${worker
      ? html`<button onClick=${pack}>Take it as .zip</button> <button onClick=${link}>Make a link of it</button>
          <span class="faint">nothing is written here: an edit is kept as an archive or a link</span>`
      : html`<button disabled=${!writable || !unsaved.value.includes(path.value)} onClick=${() => save(path.value)}>Save</button>
          ${unsaved.value.length > 1 && html` <button onClick=${saveAll}>Save all ${unsaved.value.length}</button>`}
          ${!writable && html`<span class="faint">comes with Hexlaw: not written; New … begins a variant of it</span>`}`}
  </section>`;
}

const Outline = () => html`<label class="beside outline">In it <select value="" onChange=${(/** @type {any} */ e) => (goto({ path: path.value, line: Number(e.target.value) }), (e.target.value = ""))}><option value="">go to …</option>
  ${outline(path.value, texts.value[path.value]?.text ?? "").slice(0, 2_000).map(([line, said]) => html`<option value=${line}>${said}</option>`)}</select></label>`;

function Found() {
  const notes = found.value.filter((one) => one.level === "note").length;
  const fine = thorough.value ? (notes ? `Fine, with ${notes} note${notes > 1 ? "s" : ""}.` : "Fine: nothing is found.") : "Fine as law; looking further …";
  return html`<section class="found" aria-live="polite">
    ${notes === found.value.length && html`<p class="yes">${fine}</p>`}
    <ul>${found.value.slice(0, 30).map((one) => html`<li>
      ${one.level} <button class="link" disabled=${!one.path} onClick=${() => goto({ path: one.path ?? null, line: (one.start?.[0] ?? 0) + 1 })}>
        <code>${one.code}</code> ${one.path}${one.start ? `:${one.start[0] + 1}` : ""}</button>
      ${" "}${one.message}${one.help && html`<br /><span class="faint">${one.help}</span>`}
      ${one.fixes.map((fix) => html` <button onClick=${() => mend(fix)}>${named(fix)}</button>`)}
    </li>`)}</ul>
    ${found.value.length > 30 && html`<p class="faint">${found.value.length - 30} more</p>`}
    ${opened.value.writable && !worker && html`<${Reading} />`}
  </section>`;
}

/** One thing after the other that prose speaks of: what the law said when it was read, what it says, and the prose. */
function Reading() {
  const [one] = doubts.value ?? [];
  if (!one) return html`<p><button disabled=${unsaved.value.length > 0} onClick=${() => prose()}>Read the prose</button> ${doubts.value && "All prose was read beside the law as it is saved."}</p>`;
  return html`<section><h2>Does it still hold? <span class="faint">${one.place}, ${doubts.value?.length} left</span></h2>
    <blockquote>${one.prose}</blockquote>
    ${one.was && html`<p class="no">The law said: ${one.was}</p>`}<p class="yes">The law says: ${one.now}</p>
    ${one.outdated.length > 0 && html`<p>The prose still gives ${one.outdated.join(", ")}: another figure, and right?</p>`}
    <button onClick=${() => prose(one.name)}>It holds</button> <button disabled=${doubts.value?.length === 1} onClick=${() => (doubts.value = [...(doubts.value ?? []).slice(1), one])}>Later</button></section>`;
}

const WHICH = { all: "all", own: "of this module", below: "of what it extends", otherwise: "that come out otherwise" };
const MAX_LISTED = 300;

function Ask() {
  const at = position.value, words = sought.value.toLowerCase().split(" ");
  const { cases, situations } = /** @type {{ cases: { id: string, about: string, asks: string, file: string, is_own: boolean }[], situations: { name: string, title: string }[] }} */ (opened.value);
  const places = [...cases, ...situations.map(({ name, title }) => ({ id: name, about: title, asks: "", file: BEGUN, is_own: true }))];
  const differ = new Set(changed.value?.causes.flatMap((/** @type {any} */ cause) => cause.cases.map((/** @type {any} */ one) => one.id)));
  const fits = { all: () => true, own: (/** @type {any} */ one) => one.is_own, below: (/** @type {any} */ one) => !one.is_own, otherwise: (/** @type {any} */ one) => differ.has(one.id) };
  const found = places.filter((one) => fits[which.value](one) && (!ofFile.value || one.file === ofFile.value) && words.every((word) => `${one.id} ${one.about} ${one.asks}`.toLowerCase().includes(word)));
  const some = found.slice(0, MAX_LISTED);
  const listed = some.some((one) => one.id === at?.id) ? some : [...places.filter((one) => one.id === at?.id), ...some];
  const choose = async (/** @type {string} */ id) => void (await take(id), changed.value && compare(0));
  return html`<section class="ask">
    <label>Find in ${cases.length} positions and questions <input type="search" value=${sought.value} onInput=${(/** @type {any} */ e) => (sought.value = e.target.value)}
      onKeyDown=${(/** @type {KeyboardEvent} */ e) => void (e.key === "Enter" && found[0] && choose(found[0].id))} /></label>
    <div class="filters"><label>Those <select value=${which.value} onChange=${(/** @type {any} */ e) => (which.value = e.target.value)}>${Object.entries(WHICH).map(([name, said]) => html`<option value=${name}>${said}</option>`)}</select></label>
      <label>In <select value=${ofFile.value} onChange=${(/** @type {any} */ e) => (ofFile.value = e.target.value)}><option value="">all files</option>${[...new Set(places.map(({ file }) => file))].map((file) => html`<option>${file}</option>`)}</select></label></div>
    <label class="wide">Position${found.length < places.length && ` (${found.length} found)`}${found.length > MAX_LISTED && `: the first ${MAX_LISTED}`} <select class="cases" size="6" value=${at?.id} onChange=${(/** @type {any} */ e) => choose(e.target.value)}>
      ${[...new Set(listed.map(({ file }) => file))].map((file) => html`<optgroup label=${file}>
        ${listed.filter((one) => one.file === file).map(({ id, about, asks }) => html`<option value=${id} title=${asks}>${id}${about && `: ${about}`}</option>`)}</optgroup>`)}
    </select></label>
    ${at && html`<label class="wide">Question <input value=${at.ask ?? ""} onChange=${(/** @type {any} */ e) => lay({ ...at, ask: e.target.value })} spellcheck=${false} /></label>`}
    <${Moment} />
  </section>`;
}

/** Who acts and in which part of play; by itself, as a verdict that comes draws it anew, and no question that is being typed. */
const Moment = () => position.value?.ask && judged.value?.choices && html`<div class="acts">${Object.entries({ acting: "Acts", now: "Phase" }).map(([key, said]) => html`<label>${said} <select value=${position.value?.[key] ?? judged.value.fits?.[key] ?? ""} onChange=${(/** @type {any} */ e) => lay({ ...position.value, [key]: e.target.value })}><option value="" disabled>not said</option>
  ${judged.value.choices[key].map((/** @type {string} */ one) => html`<option>${one}</option>`)}</select></label>`)}</div>`;

function Touched() {
  const given = touched.value;
  return given && html`<section class="touched" aria-label="On the map"><h2>On the map, by ${latest.value}</h2>
    ${!given.touched.length && html`<p class="faint">${broken.value ? "The law is broken: what it changes stands here once it is mended." : "Nothing is otherwise in this position."}</p>`}
    <ul>${given.touched.slice(0, 40).map((one) => html`<li><button class="link" aria-pressed=${lit.value === one} onClick=${() => (chosen.value = one.what)}>${one.what}</button> <span class="faint">in ${Object.keys(one.costs).length}${one.gone.length > 0 && `, no longer in ${one.gone.length}`}</span></li>`)}</ul>
    ${given.left > 0 && html`<p class="faint">${given.left} more could not be asked in two seconds.</p>`} <button onClick=${() => (latest.value = "")}>Light nothing</button></section>`;
}

function Changes() {
  const given = changed.value, count = known.value && known.value.known < known.value.all ? html` <span class="faint">(${known.value.known} of ${known.value.all} cases looked through)</span>` : "";
  if (!given) return html`<p class="faint">What an edit changes in the cases stands here.${count}</p>`;
  const cases = given.causes.flatMap((/** @type {any} */ cause) => cause.cases);
  return html`<p><strong>${cases.length}</strong> of ${given.asked} cases come out otherwise${given["not-asked"] ? html`; ${given["not-asked"]} were not asked in the time` : ""}.${count}</p>
    ${given["not-asked"] > 0 && html`<button onClick=${() => void ((rest.value = !rest.value) && compare(1))}>${rest.value ? "Ask no more" : "Ask the rest"}</button>`}
    <ul class="changes">${cases.slice(0, 60).map((/** @type {any} */ one) => html`<li>
        <button class="link" onClick=${() => take(one.id)}>${one.id}</button> ${one.asked}<br />
        <span class="was">was <del>${one.before}</del></span> <span>is ${one.now}</span>
      </li>`)}</ul>
    <p><button onClick=${witness}>Show the smallest example of each change</button></p>
    ${witnesses.value && html`<${Witnesses} />`}`;
}

function Witnesses() {
  return witnesses.value?.map((one) => html`<article class="witness"><h3><code>${one.key}</code></h3>
    ${one.witness
      ? html`<p>${one.witness.asked}</p>
          <div class="twice">${[["was", one.witness.base], ["is", one.witness.variant]].map(([law, given]) => html`<figure>
            <img alt="the position" src=${`data:image/svg+xml;utf8,${encodeURIComponent(one.witness.svg || "<svg xmlns='http://www.w3.org/2000/svg'/>")}`} />
            <figcaption><span class=${law}>${law}</span> ${given?.short}</figcaption></figure>`)}</div>`
      : html`<p class="faint">${one["in-words"]}</p>`}
  </article>`);
}

function LookUp() {
  const given = lookedUp.value;
  return html`<form onSubmit=${(/** @type {Event} */ event) => lookUp(filled(event))}><label>Words, a name or a number of the rules <input name="words" type="search" required /></label><button>Look it up</button></form>
    ${!given && html`<p class="faint">F12 or Ctrl-click at a name in the law shows where it is declared and used; F1 looks up the word at the caret, in the documentation too.</p>`}
    ${given?.said?.map((/** @type {string} */ line) => html`<p>${line}</p>`)}
    ${given?.place && html`<form onSubmit=${rename}><label>Call ${given.sort} <code>${given.name}</code> <input name="new" required value=${given.name} /></label><button>Rename</button></form>`}
    ${given?.near && html`<p>Nothing speaks of that; ${given.near}</p>`}
    <ul class="changes">${given?.entries.map((/** @type {any} */ one) => html`<li>
      <span class="faint">${one.sort}</span> <button class="link" disabled=${!one.path} onClick=${() => goto(one)}>${one.name}</button>
      ${one.sort === "rule" && one.path && isBelow(one.path) && html` <button onClick=${() => anew(one.name)}>Change it</button>`}<br />${one.said}
    </li>`)}</ul>
    ${given?.more > 0 && html`<p class="faint">${given.more} more</p>`}
    ${helped.value.length > 0 && html`<h2>How is it done?</h2>${helped.value.map(({ name, said, where, text }) => (text ? html`<details><summary>${said || name}</summary><pre>${text}</pre></details>` : html`<p>${name}: ${said} <span class="faint">${where}</span></p>`))}`}`;
}

/** Who wins a situation, and for whom that holds. @param {{ title: string, sentence: string, rows: string[][], notes: string[], played?: string }} props */
const Card = ({ title, sentence, rows: [[, ...others], ...rows], notes, played }) => html`<section class="card" aria-label="Card of the situation"><h2>${title}</h2><p><strong>${sentence}</strong></p>
  <div class="scrolls" role="region" aria-label="Way against way" tabindex="0"><table><thead><tr><td /> ${others.map((way) => html`<th scope="col">${way}</th>`)}</tr></thead><tbody>
    ${rows.map(([way, ...cells]) => html`<tr><th scope="row">${way}</th>${cells.map((cell) => html`<td class=${/[*+]$/.test(cell) ? "best" : ""}>${cell}</td>`)}</tr>`)}</tbody></table></div>
  ${[...notes, played].map((note) => note && html`<p class="faint">${note}</p>`)}</section>`;

function Balance() {
  const [{ situations }, given] = [opened.value, balance.value];
  useEffect(() => void (card.value || !situations.length || keptCard(situations[0].name)), []);
  return html`<form onSubmit=${play}>
      <label>Situation <select name="situation" onChange=${(/** @type {any} */ e) => keptCard(e.target.value)}>${situations.map((/** @type {any} */ one) => html`<option value=${one.name}>${one.title}</option>`)}</select></label>
      <label>Played by <select name="players"><option>greedy</option><option>random</option></select></label>
      <label>Pairs <input name="pairs" type="number" min="1" max="2000" value="100" /></label>
      <button disabled=${!situations.length}>Play under both laws</button>
      <button type="button" disabled=${!situations.length} title="Each side is played in each style, 20 games each. It goes on where it was ended" onClick=${playCard}>Who wins, by how it is played</button>
    </form>
    ${card.value && html`<${Card} ...${card.value} />`}
    ${worker && html`<p class="faint">They are played in this browser. First both laws are compiled, which takes seconds, or half a minute for a large module. <code>hexlaw compare BASE MODULE SITUATION</code> uses all processors of a machine and keeps what it has played.</p>`}
    ${given && html`<p>${given["in-words"] ?? `${given.pairs} pairs of games so far.`}</p>
      <table><thead><tr><th>Won by</th><th>before</th><th>now</th></tr></thead><tbody>
        ${Object.keys({ ...given.won?.base, ...given.won?.variant }).map((side) => html`<tr><th scope="row">${side}</th><td>${given.won.base[side] ?? 0}</td><td>${given.won.variant[side] ?? 0}</td></tr>`)}
      </tbody></table>`}`;
}

function Keep() {
  const at = position.value;
  if (!at || !opened.value.writable) return null;
  const files = opened.value.files.filter((/** @type {string} */ name) => name.endsWith(".cases.yaml"));
  const own = opened.value.cases.find((/** @type {any} */ one) => one.id === at.id && one.is_own);
  const file = files.find((/** @type {string} */ name) => name.split("/").at(-1) === own?.file) ?? files[0] ?? "cases/studio.cases.yaml";
  return html`<details class="keep"><summary>Keep this position as a case</summary>
    <form onSubmit=${keep} key=${at.id}>
      <label>Name ${own && "(under its own, it takes the place of what is there)"}<input name="id" required defaultValue=${own ? at.id : `${at.id}-again`} pattern="[a-z0-9.\\-]+" /></label>
      <label>In <input name="path" list="files" required defaultValue=${file} /></label>
      <datalist id="files">${files.map((/** @type {string} */ name) => html`<option value=${name} />`)}</datalist>
      <label>What the rules demand; at first, what is so now <input name="expect" key=${judged.value?.now?.expects} required defaultValue=${judged.value?.now?.expects} placeholder="legal, refused, a number …" /></label>
      <button>Write it down</button>
    </form></details>`;
}

const Judged = () => html`<p class="waits" aria-live="polite">${old.value}</p>
  <div class=${old.value && "old"}><${Verdict} now=${judged.value?.now} before=${judged.value?.before} goto=${goto} /></div><${Keep} />`;
/** What has been written and is not saved, and how a file of one's own differs from that of the same name below. */
function Written() {
  const name = path.value;
  const below = opened.value.below.find((/** @type {string} */ one) => !isBelow(name) && one.endsWith(`/${name}`));
  const shown = [...unsaved.value.map((one) => ({ name: one, from: "saved", before: texts.value[one].saved })), ...(texts.value[below] ? [{ name, from: below, before: texts.value[below].text }] : [])];
  return html`${!unsaved.value.length && html`<p class="faint">All that you have written is saved.</p>`}
    ${texts.value[name]?.days?.length && html`<p>${name} as it was on ${texts.value[name].days?.map((day) => html`<button onClick=${() => asOn(name, day)}>${day}</button> `)}</p>`}
    ${below && !texts.value[below] && html`<p><button onClick=${() => read(below)}>Compare ${name} with ${below}</button></p>`}
    ${shown.map(({ name, from, before }) => html`<section><h2>${name} <span class="faint">and as ${from === "saved" ? "it is saved" : from}</span></h2>
      <ol class="differs">${differences(before, texts.value[name].text).slice(0, 400).map(({ sign, line, number }) => html`<li class=${sign === "-" ? "no" : "yes"}><button class="link" onClick=${() => goto({ path: name, line: number })}>${number}</button> <code>${sign} ${line}</code></li>`)}</ol></section>`)}`;
}
const TABS = { verdict: ["Verdict", Judged], changes: ["What changes", Changes], balance: ["Balance", Balance], lookup: ["Look up", LookUp], written: ["Not saved", Written], found: ["Findings", Found] };

function Side() {
  const keys = (/** @type {KeyboardEvent} */ event) => {
    const order = /** @type {(keyof typeof TABS)[]} */ (Object.keys(TABS)), step = { ArrowRight: 1, ArrowLeft: -1 }[event.key] ?? 0;
    tab.value = order[(order.indexOf(tab.value) + step + order.length) % order.length];
    if (step) document.getElementById(`tab-${tab.value}`)?.focus();
  };
  return html`<aside>
    <div role="tablist" aria-label="What is told" onKeyDown=${keys}>
      ${Object.entries(TABS).map(([name, [title]]) => html`<button role="tab" id=${`tab-${name}`} aria-selected=${tab.value === name} aria-controls="told"
        tabindex=${tab.value === name ? 0 : -1} onClick=${() => (tab.value = /** @type {keyof typeof TABS} */ (name))}>${title}${name === "found" && found.value.length ? ` (${found.value.length})` : name === "written" && unsaved.value.length ? ` (${unsaved.value.length})` : ""}</button>`)}
    </div>
    <div role="tabpanel" id="told" aria-labelledby=${`tab-${tab.value}`} tabindex="0">
      <${TABS[tab.value][1]} />
      ${long.value && html`<p class="long">${long.value.what} … <button onClick=${() => long.value?.stop()}>End it</button></p><pre>${long.value.lines.slice(-12).join("\n")}</pre>`}
    </div>
  </aside>`;
}

const BUSY = { judge: "the verdict", reach: "where the counter gets to", why: "why the counter does not get there", take: "the position",
  edit: "the law as it is written now", check: "the search for mistakes", changed: "what changes in the cases", open: "the module" };

/** What the machine is at has perhaps no end: it can be left alone, and the edits stay. */
function Late() {
  if (!late.value) return null;
  return html`<p role="alert" class="late">This takes long: ${BUSY[/** @type {keyof typeof BUSY} */ (late.value)] ?? late.value}. It may still come,
    or the machine begins anew without it; what you have written stays. <button onClick=${() => (wire.line.anew(), say("begun anew: change the law, the position or the question, and it is asked again"))}>Begin anew</button></p>`;
}

function Conflict() {
  const at = conflict.value;
  return at && html`<div role="alertdialog" aria-label="Two edits at once" class="conflict">
    <p><strong>${at.path}</strong> was written by somebody else since you read it.</p>
    <button onClick=${() => settle(at, false)}>Take theirs</button> <button onClick=${() => settle(at, true)}>Write mine over it</button>
    <details><summary>Theirs</summary><pre>${at.text}</pre></details>
  </div>`;
}

/** Where no module is open: those that are there, and one that begins here. */
function NoModule() {
  const { trouble, modules } = none.value;
  return html`<main class="alone"><h1>${trouble ? "This cannot be opened" : modules.here.length ? "The modules in this folder" : "No module is here yet"}</h1>
    ${trouble && html`<p role="alert" class="no">${trouble}</p>`}
    <h2>Begin one</h2>
    ${forms.value && html`<${Beginning} forms=${forms.value} ask=${asking("new")} done=${begunAnew} />`}
    <h2>Or open one</h2>
    <ul>${[...modules.here, ...modules.shipped].map((name) => html`<li><button class="link" onClick=${() => leave(name)}>${name}</button></li>`)}</ul></main>`;
}

/** Asks once the machine has been told of all edits; who asks says what went wrong. @param {string} what */
const asking = (what) => (/** @type {object} */ more) => tell().then(() => wire.ask(what, more).promise);

function Page() {
  if (none.value) return html`<${NoModule} />`;
  const alert = html`${trouble.value && html`<p role="alert" class="no">${trouble.value}</p>`}<${Late} />`;
  if (!opened.value) return html`<main class="alone">${alert}<p>${said.value || "The law is being read …"}</p></main>`;
  const [at, file] = [path.value, texts.value[path.value]];
  return html`<header>
      <h1>${opened.value.title}</h1>
      ${!worker && html`<label class="beside">Module <select value="" onChange=${(/** @type {any} */ e) => leave(e.target.value)}><option value="">open another …</option>
        ${Object.entries(opened.value.modules).map(([where, names]) => html`<optgroup label=${where === "here" ? "Here" : "Comes with Hexlaw"}>${names.map((/** @type {string} */ name) => html`<option>${name}</option>`)}</optgroup>`)}
      </select></label>`}
      <span class="faint" role="status" aria-live="polite">${connected.value ? said.value : "The studio is not running: start it again, and open the address that it prints."}</span>
      ${!worker && html`<a href=${`table.html?table=${ours}`} target="_blank" rel="noreferrer">Play this</a>`}
      <a href=${worker ? "index.html" : `book?tab=${ours}`} target="_blank" rel="noreferrer">Rule book</a>
      ${worker ? html`<button onClick=${forReader}>Link for a reader</button>` : html`<a href=${`book?tab=${ours}`} download=${`${nameOf()}.html`} onClick=${() => say(`${nameOf()}.html ${IN_ONE_FILE}`)}>File for a reader</a>`}
    </header>
    <div>${alert}<${Conflict} />${forms.value && html`<${Dialog} title="New …" close=${() => (forms.value = null)}>
      <${Beginning} forms=${forms.value} ask=${asking("new")} done=${begunAnew} /><//>`}</div>
    <main>
      <section class="text" aria-label="Law"><${Files} /><div class="ways"><${Outline} />${file && gridOf(at, file.text) && html`<label class="beside"><input type="checkbox" checked=${asGrid.value} onChange=${() => (asGrid.value = !asGrid.value)} /> as a grid</label>`}</div>
        ${file && asGrid.value && gridOf(at, file.text) ? html`<${GridOfFile} key=${at} path=${at} text=${file.text} readOnly=${isBelow(at)} change=${(/** @type {string} */ text) => type(at, text)} ask=${asking("columns")} />` : file && html`<${Editor} key=${at} path=${at} text=${() => texts.value[at].text} found=${found.value} words=${words.value} may=${mayStand} stands=${standsAt} goal=${goal.value}
          changed=${(/** @type {string} */ text) => type(at, text)} mend=${mend} save=${() => save(at)} uses=${usesAt} help=${(/** @type {string} */ word) => lookUp({ words: word })} />`}
        ${broken.value && html`<p class="no">The law is broken: verdicts are by the last good one.</p>`}
      </section>
      <section class="middle" aria-label="Map and question"><${Ask} />
        <${seen} /><${Touched} />
      </section>
      <${Side} />
    </main>`;
}

addEventListener("beforeunload", (event) => unsaved.value.length && !leaving && event.preventDefault());
render(html`<${Page} />`, root);
