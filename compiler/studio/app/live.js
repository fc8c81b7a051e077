// The book of a published module: a figure that is touched wakes the machine, and from then on its counters can be moved.

import { signal } from "@preact/signals";
import { html } from "htm/preact";
import { render } from "preact";
import { linkOf } from "./link.js";
import { layout } from "./position.js";
import { Verdict } from "./verdict.js";
import { Wire } from "./wire.js";
import { byWorkers } from "./workers.js";

const said = signal("");
let wire = /** @type {Wire | null} */ (null);

/** @param {HTMLElement} figure @param {string} id @param {HTMLElement} place */
async function wake(figure, id, place) {
  if (figure.classList.contains("live")) return;
  figure.classList.add("live");
  wire ??= new Wire(byWorkers("worker.js", (text) => (said.value = text)), () => {});
  const { judged, position, moved, take, seen } = layout(wire, (text) => (said.value = text));
  const line = document.createElement("div");
  place.after(line);
  render(html`<p class="faint" role="status">${said}</p>`, line);
  said.value = "The machine is being woken …";
  await take(id);
  if (!judged.value) return void figure.classList.remove("live");
  said.value = "";
  const link = signal(""); // the position, where a counter was moved
  position.subscribe(async (at) => void (link.value = moved.value ? await linkOf({ changes: [], position: at }) : ""));
  const Live = () => html`<${seen} /><p><code>${position.value?.ask}</code></p><${Verdict} now=${judged.value.now} />
    <p><a href=${`studio.html?case=${encodeURIComponent(id)}${link.value}`}>Open in the studio</a></p>`;
  place.replaceChildren();
  render(html`<${Live} />`, place);
  /** @type {HTMLElement | null} */ (place.querySelector("[data-piece]"))?.focus();
}

for (const figure of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('figure[id^="case:"]'))) {
  const place = /** @type {HTMLElement | null} */ (figure.querySelector(".picture"));
  const id = figure.id.slice("case:".length);
  if (!place?.firstElementChild) continue;
  const button = Object.assign(document.createElement("button"), { type: "button", className: "wake", textContent: "Try it" });
  button.addEventListener("click", () => wake(figure, id, place));
  place.after(button);
  place.addEventListener("click", (event) => {
    if (figure.classList.contains("live") || /** @type {Element} */ (event.target).closest("button")) return;
    event.stopPropagation(); // it becomes live, and is not enlarged
    wake(figure, id, place);
  }, true);
}
