// The editor: a file of the module, told of every change.

import { closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, indentUnit } from "@codemirror/language";
import { lintGutter, lintKeymap } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { html } from "htm/preact";
import { useEffect, useRef } from "preact/hooks";
import { lawMode, showFound } from "./law_mode.js";

/**
 * @param {{ path: string, text: string, found: import("./law_mode.js").Finding[], names: () => import("./law_mode.js").Name[],
 *   changed: (text: string) => void, save: () => void }} props
 */
export function Editor({ path, text, found, names, changed, save }) {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const view = useRef(/** @type {EditorView | null} */ (null));
  const told = useRef({ changed, save });
  told.current = { changed, save };
  useEffect(() => {
    const made = new EditorView({
      parent: /** @type {HTMLElement} */ (place.current),
      state: EditorState.create({
        doc: text,
        extensions: [
          lineNumbers(), history(), drawSelection(), bracketMatching(), closeBrackets(), highlightActiveLine(),
          highlightSelectionMatches(), lintGutter(), indentUnit.of("  "), lawMode(names),
          EditorView.contentAttributes.of({ "aria-label": path, tabindex: "0" }),
          keymap.of([
            { key: "Mod-s", run: () => (told.current.save(), true) },
            ...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap,
            indentWithTab, // Escape first lets Tab leave the editor
          ]),
          EditorView.updateListener.of((update) => {
            if (update.docChanged && !update.transactions.some((t) => t.isUserEvent("given"))) told.current.changed(update.state.doc.toString());
          }),
        ],
      }),
    });
    view.current = made;
    return () => made.destroy();
  }, [path]);
  useEffect(() => {
    const made = view.current;
    if (made && made.state.doc.toString() !== text) {
      made.dispatch({ changes: { from: 0, to: made.state.doc.length, insert: text }, userEvent: "given" });
    }
  }, [text]);
  useEffect(() => {
    if (view.current) showFound(view.current, found, path);
  }, [found, path]);
  return html`<div class="editor" ref=${place}></div>`;
}
