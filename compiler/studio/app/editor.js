// The editor: a file of the module, told of every change.

import { closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching, indentUnit } from "@codemirror/language";
import { lintGutter, lintKeymap } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { html } from "htm/preact";
import { useEffect, useRef } from "preact/hooks";
import { lawMode, lineAndColumn, showFound } from "./law_mode.js";
import { change } from "./link.js";

/** The editors of files that have been shown: each has its history, so that a step can be undone after others were looked at. */
const KEPT = /** @type {Map<string, { mode: Compartment, state: EditorState | null, told: { changed: (text: string) => void, save: () => void, uses: (line: number, column: number) => void, help: (word: string) => void } }>} */ (new Map());

/** A file to edit. `text` tells how it stands: as it is typed, it stands so at once, so that a text that differs from what
 * is here came from elsewhere.
 * @param {{ path: string, text: () => string, found: import("./law_mode.js").Finding[], words: string[], may: import("./law_mode.js").AskAt, stands: import("./law_mode.js").AskAt,
 *   goal: { path: string, line: number } | null, changed: (text: string) => void, mend: (fix: import("./law_mode.js").Finding["fixes"][0]) => void, save: () => void,
 *   uses: (line: number, column: number) => void, help: (word: string) => void }} props */
export function Editor({ path, text, found, words, may, stands, goal, changed, mend, save, uses, help }) {
  const [place, view] = [useRef(/** @type {HTMLElement | null} */ (null)), useRef(/** @type {EditorView | null} */ (null))];
  const own = KEPT.get(path) ?? { mode: new Compartment(), state: null, told: { changed, save, uses, help } };
  KEPT.set(path, Object.assign(own, { told: { changed, save, uses, help } }));
  const { mode } = own;
  const ask = (/** @type {EditorView} */ { state }, at = state.selection.main.head) => (own.told.uses(...lineAndColumn(state.doc, at)), true);
  useEffect(() => {
    const made = new EditorView({
      parent: /** @type {HTMLElement} */ (place.current),
      state: own.state ?? EditorState.create({
        doc: text(),
        extensions: [
          lineNumbers(), history(), drawSelection(), bracketMatching(), closeBrackets(), highlightActiveLine(),
          highlightSelectionMatches(), lintGutter(), EditorView.lineWrapping, indentUnit.of("  "), mode.of(lawMode(path, words, may, stands)), EditorState.readOnly.of(isBelow(path)),
          EditorView.contentAttributes.of({ "aria-label": path, tabindex: "0" }),
          keymap.of([
            { key: "Mod-s", run: () => (own.told.save(), true) }, { key: "F12", run: (view) => ask(view) },
            { key: "F1", run: ({ state }) => (own.told.help(wordAt(state)), true) },
            ...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap,
          ]),
          EditorView.domEventHandlers({ click: (event, view) => (event.ctrlKey || event.metaKey) && ask(view, view.posAtCoords(event) ?? 0) }),
          EditorView.updateListener.of(({ docChanged, state: { doc } }) => void (docChanged && doc.toString() !== text() && own.told.changed(doc.toString()))),
        ],
      }),
    });
    view.current = made;
    return () => ((own.state = made.state), made.destroy());
  }, [path]);
  useEffect(() => view.current?.dispatch({ effects: mode.reconfigure(lawMode(path, words, may, stands)) }), [words]);
  useEffect(() => void (view.current && take(view.current, text())), [text()]);
  useEffect(() => void (view.current && showFound(view.current, found, path, mend)), [found, path]);
  useEffect(() => {
    if (!view.current || goal?.path !== path) return;
    const { from, to } = view.current.state.doc.line(Math.min(goal.line, view.current.state.doc.lines));
    view.current.dispatch({ selection: { anchor: to, head: from }, effects: EditorView.scrollIntoView(from, { y: "start", yMargin: 40 }) });
    view.current.focus();
  }, [goal, path]);
  return html`<div class="editor" ref=${place}></div>`;
}

/** The word at the caret, or what is selected. @param {EditorState} state */
function wordAt(state) {
  const { from, to, head } = state.selection.main;
  const line = state.doc.lineAt(head);
  const word = [...line.text.matchAll(/[\w-]+/g)].find(({ index, 0: one }) => line.from + index <= head && head <= line.from + index + one.length);
  return state.sliceDoc(from, to) || word?.[0] || "";
}

/** Whether a file is of a module below this one, and not changed here. @param {string} path */
export const isBelow = (path) => path.startsWith("../");

/** Takes up a text, where it differs alone: what is not touched keeps the caret. @param {EditorView} view @param {string} text */
function take(view, text) {
  const before = view.state.doc.toString();
  const [, , from, to, insert] = change("", "", before, text);
  if (text !== before) view.dispatch({ changes: { from, to, insert } });
}
