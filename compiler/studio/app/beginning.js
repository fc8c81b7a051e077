// Something new, by a form that the machine describes: a module, or something within one.

import { useSignal } from "@preact/signals";
import { html } from "htm/preact";
import { useEffect, useRef } from "preact/hooks";
import { filled } from "./wire.js";

/** A window over the page, which holds the focus; Escape closes it.
 * @param {{ title: string, close: () => void, children?: any }} props */
export function Dialog({ title, close, children }) {
  const place = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => {
    const before = /** @type {HTMLElement | null} */ (document.activeElement);
    place.current?.showModal();
    return () => before?.focus();
  }, []);
  return html`<dialog ref=${place} aria-label=${title} onClose=${close}>
    <form method="dialog" class="title"><h2>${title}</h2><button>Close</button></form>${children}</dialog>`;
}

/** @typedef {{ sort: string, about: string, how: string, bases?: string[], listed?: [string, [string, string][]][] }} Form */

/** @param {{ forms: Form[], ask: (more: object) => Promise<any>, done: (given: any, wanted: Record<string, string>) => void }} props
 *  `done` is given what came of it; of an empty file nothing is asked */
export function Beginning({ forms, ask, done }) {
  const [sort, trouble] = [useSignal(forms[0].sort), useSignal("")];
  const asked = useSignal(/** @type {{ asks: string, fitting: string[], required: boolean }[]} */ ([]));
  const form = forms.find((one) => one.sort === sort.value) ?? forms[0];
  const begin = async (/** @type {Event} */ event) => {
    const { sort, name, base = "", ...answers } = filled(event);
    trouble.value = "";
    const wanted = { sort, name: name.trim(), base, answers: Object.values(answers) };
    const given = sort === "file" ? {} : await ask(wanted).catch((problem) => void (trouble.value = problem.message));
    if (given?.questions) asked.value = [...asked.value, ...given.questions];
    else if (given) done(given, { sort, name: name.trim() });
  };
  return html`<form onSubmit=${begin} class="begin">
    <label>What <select name="sort" value=${sort.value} onChange=${(/** @type {any} */ e) => ((sort.value = e.target.value), (asked.value = []), (trouble.value = ""))}>
      ${forms.map((one) => html`<option>${one.sort}</option>`)}</select></label>
    <p class="faint">${form.about}</p>
    ${form.listed
      ? html`<label>Which <select name="name" onChange=${() => (asked.value = [])}>${form.listed.map(([part, these]) => html`<optgroup label=${part}>
          ${these.map(([name, question]) => html`<option value=${name}>${name}: ${question}</option>`)}</optgroup>`)}</select></label>`
      : html`<label>Name <input key=${form.sort} name="name" required autocomplete="off" spellcheck=${false} /><span>${form.how}</span></label>`}
    ${form.bases && html`<label>It is <select name="base"><option value="">a small game of its own</option>
      ${form.bases.map((base) => html`<option value=${base}>a variant of ${base}</option>`)}</select></label>`}
    ${asked.value.map(({ asks, fitting, required }, at) => html`<label>${asks} <input name=${`answer${at}`} required=${required} list=${`fitting${at}`} defaultValue=${fitting[0] ?? ""} />
      <datalist id=${`fitting${at}`}>${fitting.map((name) => html`<option value=${name} />`)}</datalist></label>`)}
    ${trouble.value && html`<p role="alert" class="no">${trouble.value}</p>`}
    <button>Begin it</button>
  </form>`;
}
