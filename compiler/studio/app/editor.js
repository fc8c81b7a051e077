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

/** A file to edit. `text` tells how it stands: as it is typed, it stands so at once, so that a text that differs from what
 * is here came from elsewhere.
 * @param {{ path: string, text: () => string, found: import("./law_mode.js").Finding[], words: string[], may: import("./law_mode.js").AskAt, stands: import("./law_mode.js").AskAt,
 *   goal: { path: string, line: number } | null,
 *   changed: (text: string) => void, mend: (fix: import("./law_mode.js").Finding["fixes"][0]) => void, save: () => void,
 *   uses: (line: number, column: number) => void }} props
 */
export function Editor({ path, text, found, words, may, stands, goal, changed, mend, save, uses }) {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const view = useRef(/** @type {EditorView | null} */ (null));
  const mode = useRef(new Compartment()).current;
  const told = useRef({ changed, save, uses });
  told.current = { changed, save, uses };
  const ask = (/** @type {EditorView} */ { state }, at = state.selection.main.head) => {
    return told.current.uses(...lineAndColumn(state.doc, at)), true;
  };
  useEffect(() => {
    const made = new EditorView({
      parent: /** @type {HTMLElement} */ (place.current),
      state: EditorState.create({
        doc: text(),
        extensions: [
          lineNumbers(), history(), drawSelection(), bracketMatching(), closeBrackets(), highlightActiveLine(),
          highlightSelectionMatches(), lintGutter(), EditorView.lineWrapping, indentUnit.of("  "), mode.of(lawMode(path, words, may, stands)), EditorState.readOnly.of(isBelow(path)),
          EditorView.contentAttributes.of({ "aria-label": path, tabindex: "0" }),
          keymap.of([
            { key: "Mod-s", run: () => (told.current.save(), true) }, { key: "F12", run: (view) => ask(view) },
            ...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap,
          ]),
          EditorView.domEventHandlers({ click: (event, view) => (event.ctrlKey || event.metaKey) && ask(view, view.posAtCoords(event) ?? 0) }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged && update.state.doc.toString() !== text()) told.current.changed(update.state.doc.toString());
          }),
        ],
      }),
    });
    view.current = made;
    return () => made.destroy();
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

/** Whether a file is of a module below this one, and not changed here. @param {string} path */
export const isBelow = (path) => path.startsWith("../");

/** Takes up a text, where it differs alone: what is not touched keeps the caret. @param {EditorView} view @param {string} text */
function take(view, text) {
  const before = view.state.doc.toString();
  const [, , from, to, insert] = change("", "", before, text);
  if (text !== before) view.dispatch({ changes: { from, to, insert } });
}
