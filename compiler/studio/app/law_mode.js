// Law, tables and cases in the editor: colours, completion, findings and their fixes.

import { autocompletion } from "@codemirror/autocomplete";
import { HighlightStyle, indentService, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { setDiagnostics } from "@codemirror/lint";
import { Text } from "@codemirror/state";
import { hoverTooltip } from "@codemirror/view";
import { tags } from "@lezer/highlight";

/** @param {Set<string>} keywords @returns {import("@codemirror/language").StreamParser<unknown>} */
const parser = (keywords) => ({
  token(stream) {
    if (stream.sol() && stream.match(/\|.*/)) return "string"; // prose
    if (stream.sol() && stream.match(/section(?= |$).*/)) return "keyword";
    if (stream.match(/#.*/)) return "comment";
    if (stream.match(/"[^"\n]*"?/)) return "string";
    if (stream.match(/\[[^\]\n]*\]?/)) return "meta";
    if (stream.match(/\d+(?:\/\d+)?(?![\w-])/)) return "number";
    const word = /** @type {RegExpMatchArray | null} */ (stream.match(/[A-Za-z_][\w-]*/));
    if (word) return keywords.has(word[0]) ? "keyword" : stream.peek() === "(" ? "function" : "name";
    stream.next();
    return null;
  },
  languageData: { commentTokens: { line: "#" } },
  tokenTable: { function: tags.function(tags.variableName) },
});

const SHOWN = { comment: tags.comment, text: tags.string, cite: tags.meta, number: tags.number, word: tags.keyword, asked: tags.function(tags.variableName) };
const COLOURS = HighlightStyle.define(Object.entries(SHOWN).map(([name, tag]) => ({ tag, class: `is-${name}` })));

/** @typedef {(line: number, column: number) => Promise<any>} AskAt asks about a place, both counted from 0 */

/** A new line stands below the one before it, and one step in behind what begins something. @param {string} path */
const indented = (path) => indentService.of((context, at) => {
  const before = context.lineAt(at, -1).text;
  const begins = path.endsWith(".law") ? /^(?!chapter|section|from|#)\w/ : /:\s*$/;
  return before.search(/\S|$/) + (begins.test(before) ? context.unit : 0);
});

/** The line and the column of a place, both from 0. @param {Text} text @param {number} at @returns {[number, number]} */
export const lineAndColumn = (text, at) => [text.lineAt(at).number - 1, at - text.lineAt(at).from];

/** Colours and completion of a file. What may stand there comes in order, and so it stays until something else is typed.
 * @param {string} path @param {string[]} words of the language @param {AskAt} may @param {AskAt} stands */
export function lawMode(path, words, may, stands) {
  const keywords = new Set(words.flatMap((word) => word.split(" ")));
  /** @param {import("@codemirror/autocomplete").CompletionContext} context */
  const complete = async (context) => {
    if (!context.explicit && !context.matchBefore(/[\w-]+|[.(]|\b(?:is|is not|any|each|every|over|limits|lifts|forbids|when) $/)) return null;
    const here = await may(...lineAndColumn(context.state.doc, context.pos));
    const options = here?.found.map((/** @type {any} */ { text: label, sort, type, doc }, /** @type {number} */ at) => ({ label, boost: 99 - at, info: doc || undefined, ...(sort === "word" ? { type: "keyword" } : { detail: `${sort} ${type}` }) }));
    return options ? { from: offset(context.state.doc, here.start), options, validFor: /^[\w-]*$/ } : null;
  };
  const hover = hoverTooltip(async ({ state }, pos) => {
    const found = await stands(...lineAndColumn(state.doc, pos));
    if (!found) return null;
    const dom = Object.assign(document.createElement("div"), { className: "hover" });
    dom.append(...[`${found.sort} ${found.name} ${found.type}`, ...found.said].map((textContent) => Object.assign(document.createElement("p"), { textContent })));
    return { pos: offset(state.doc, found.start), end: offset(state.doc, found.end), create: () => ({ dom }) };
  });
  // Enter ends a line, also below a list of names: one is taken that was pointed at
  return [StreamLanguage.define(parser(keywords)), syntaxHighlighting(COLOURS), indented(path), hover, autocompletion({ override: [complete], selectOnOpen: false })];
}

/** @typedef {{ code: string, level: string, message: string, help: string | null, path?: string | null,
 *   start?: [number, number], end?: [number, number], fixes: { path: string | null, start: [number, number], end: [number, number], text: string }[] }} Finding */

/** The place of a line and a column, both from 0, in what is edited; the end where it is shorter by now. @param {Text} text @param {[number, number]} at */
function offset(text, [line, column]) {
  if (line >= text.lines) return text.length;
  const { from, to } = text.line(line + 1);
  return Math.min(from + column, to);
}

/** The text with a fix done to it. @param {string} text @param {Finding["fixes"][0]} fix */
export function fixed(text, fix) {
  const doc = Text.of(text.split("\n"));
  return doc.replace(offset(doc, fix.start), offset(doc, fix.end), Text.of(fix.text.split("\n"))).toString();
}

/** @param {Finding["fixes"][0]} fix */
export const named = (fix) => (fix.text.trim() ? `write ${fix.text.trim()}` : fix.text ? "indent it" : "take it out");

/** Shows what was found in this file, with fixes that a key or a click applies.
 * @param {import("@codemirror/view").EditorView} view @param {Finding[]} found @param {string} path @param {(fix: Finding["fixes"][0]) => void} mend */
export function showFound(view, found, path, mend) {
  const text = view.state.doc;
  const shown = found.flatMap((one) => {
    if (one.path !== path || !one.start || !one.end) return [];
    const [from, to] = [offset(text, one.start), offset(text, one.end)];
    const actions = one.fixes.map((fix) => ({ name: named(fix), apply: () => mend(fix) }));
    const severity = /** @type {"error" | "warning" | "info"} */ ({ error: "error", warning: "warning" }[one.level] ?? "info");
    const message = one.help ? `${one.message}\n${one.help}` : one.message;
    return [{ from, to: Math.max(to, Math.min(from + 1, text.length)), severity, source: one.code, message, actions }];
  });
  view.dispatch(setDiagnostics(view.state, shown));
}
