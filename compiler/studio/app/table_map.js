// The map of a table: hexes are lit, one is pointed at by mouse or by arrow keys, and taken by a click or Enter.

import { html } from "htm/preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { hexesIn, light, middle, nextLit } from "./board.js";

const STEP = 1.25;

/** What is drawn of a hex in words. @param {Element} root @param {string} name */
function told(root, name) {
  const pieces = [...root.querySelectorAll("[data-piece]")].filter((piece) => /** @type {HTMLElement} */ (piece).dataset.at === name);
  const ground = hexesIn(root).get(name)?.querySelector("title")?.textContent ?? name;
  return [ground, ...pieces.map((piece) => piece.querySelector("title")?.textContent)].filter(Boolean).join(" · ");
}

/** Leaves the map of a picture, without the rows of counters below it. @param {SVGSVGElement} drawn */
function cropped(drawn) {
  const land = /** @type {SVGGraphicsElement | null} */ (drawn.querySelector(".land"));
  const place = /** @type {SVGGraphicsElement | null} */ (land?.parentNode ?? null);
  const rows = /** @type {SVGElement | null} */ (drawn.querySelector(".stacks"));
  if (!place || !rows) return;
  rows.style.display = "none";
  const box = place.getBBox();
  const down = place.transform.baseVal.consolidate()?.matrix.f ?? 0;
  drawn.setAttribute("viewBox", `0 0 ${drawn.viewBox.baseVal.width} ${box.y + box.height + down + 3}`);
}

/** Notes at each counter on the map in which hex it stands. @param {Element} root */
function placed(root) {
  const hexes = [...hexesIn(root)].map(([name, hex]) => ({ name, ...middle(hex) }));
  for (const piece of /** @type {NodeListOf<SVGElement>} */ (root.querySelectorAll(".pieces [data-piece]"))) {
    const { x, y } = middle(piece);
    let least = Infinity;
    for (const hex of hexes) {
      const far = Math.hypot(hex.x - x, hex.y - y);
      if (far < least) [least, piece.dataset.at] = [far, hex.name];
    }
  }
}

/**
 * @param {{ svg: string, costs: Record<string, string> | null, what: Record<string, string>, held: string[],
 *   take: (hex: string, piece: string, all: boolean) => void, leave: () => void, over: (text: string) => void,
 *   faces: (faces: Record<string, { href: string, at: string, title: string }>) => void }} props
 */
export function TableMap({ svg, costs, what, held, take, leave, over, faces }) {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const ways = useRef({ take, leave, over, at: "" });
  Object.assign(ways.current, { take, leave, over });
  const [zoom, setZoom] = useState(0);

  useEffect(() => {
    const root = /** @type {HTMLElement} */ (place.current);
    const read = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
    root.replaceChildren(document.importNode(read, true));
    const drawn = /** @type {SVGSVGElement} */ (root.firstElementChild);
    for (const size of ["width", "height"]) drawn.removeAttribute(size); // the page gives it one
    drawn.querySelector(":scope > title")?.remove(); // it would stand under the pointer everywhere
    drawn.setAttribute("aria-hidden", "true"); // the map says in words where one points
    placed(root);
    /** @type {Record<string, { href: string, at: string, title: string }>} */
    const found = {};
    for (const piece of /** @type {NodeListOf<SVGElement>} */ (root.querySelectorAll("[data-piece]"))) {
      const title = piece.querySelector("title")?.textContent ?? "";
      found[piece.dataset.piece ?? ""] = { href: piece.querySelector("use")?.getAttribute("href") ?? "", at: piece.dataset.at ?? "", title };
    }
    cropped(drawn);
    const { width, height } = drawn.viewBox.baseVal;
    if (!zoom) {
      const [wide, high] = [(root.clientWidth - 4) / width, (root.clientHeight - 4) / height];
      setZoom(Math.max(Math.min(wide, high), Math.min(1.5, Math.max(wide, high))));
    } else drawn.style.width = `${width * zoom}px`;
    faces(found);
  }, [svg]);

  useEffect(() => {
    const root = /** @type {HTMLElement} */ (place.current);
    const drawn = /** @type {SVGSVGElement | null} */ (root.firstElementChild);
    if (!drawn || !zoom) return;
    const [x, y] = [root.scrollLeft + root.clientWidth / 2, root.scrollTop + root.clientHeight / 2];
    const before = drawn.getBoundingClientRect().width || 1;
    drawn.style.width = `${drawn.viewBox.baseVal.width * zoom}px`;
    const grown = drawn.getBoundingClientRect().width / before;
    root.scrollTo(x * grown - root.clientWidth / 2, y * grown - root.clientHeight / 2);
  }, [zoom]);

  useEffect(() => {
    const root = /** @type {HTMLElement} */ (place.current);
    light(root, costs && { costs, pick: "" }, what);
    for (const piece of /** @type {NodeListOf<SVGElement>} */ (root.querySelectorAll("[data-piece]"))) {
      piece.classList.toggle("held", held.includes(piece.dataset.piece ?? ""));
    }
    const pane = root.getBoundingClientRect();
    const lit = [...root.querySelectorAll(".lit, .able, .aim")].map((hex) => ({ hex, ...middle(hex) }));
    const inside = lit.some(({ x, y }) => x > pane.left && x < pane.right && y > pane.top && y < pane.bottom);
    if (lit.length && !inside) lit[Math.floor(lit.length / 2)].hex.scrollIntoView({ block: "center", inline: "center" });
  }, [svg, costs, what, held]);

  useEffect(() => {
    const root = /** @type {HTMLElement} */ (place.current);
    /** @type {{ x: number, y: number, left: number, top: number, moved: boolean } | null} */
    let drag = null;
    const point = (/** @type {string} */ name) => {
      if (!name || name === ways.current.at) return;
      ways.current.at = name;
      root.querySelector(".aimed")?.classList.remove("aimed");
      hexesIn(root).get(name)?.classList.add("aimed");
      ways.current.over(told(root, name));
    };
    const under = (/** @type {PointerEvent} */ event) => {
      const all = /** @type {HTMLElement[]} */ (document.elementsFromPoint(event.clientX, event.clientY));
      const piece = all.map((each) => /** @type {SVGElement | null} */ (each.closest("[data-piece]"))).find((each) => each);
      const hex = all.find((each) => each.dataset?.hex)?.dataset.hex ?? "";
      return { hex: piece?.dataset.at || hex, piece: piece?.dataset.piece ?? "" };
    };
    const down = (/** @type {PointerEvent} */ event) => {
      if (event.button) return;
      drag = { x: event.clientX, y: event.clientY, left: root.scrollLeft, top: root.scrollTop, moved: false };
    };
    const move = (/** @type {PointerEvent} */ event) => {
      if (!drag) return point(under(event).hex);
      const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
      drag.moved ||= Math.hypot(x, y) > 6;
      if (drag.moved) root.scrollTo(drag.left - x, drag.top - y);
    };
    const up = (/** @type {PointerEvent} */ event) => {
      const taken = drag && !drag.moved;
      drag = null;
      const { hex, piece } = under(event);
      if (taken && hex) ways.current.take(hex, piece, event.shiftKey);
    };
    const stop = () => void (drag = null);
    const wheel = (/** @type {WheelEvent} */ event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      setZoom((now) => now * (event.deltaY < 0 ? 1.1 : 1 / 1.1));
    };
    const key = (/** @type {KeyboardEvent} */ event) => {
      const { at } = ways.current;
      const first = root.querySelector(".aim, .lit, .able, [data-hex]");
      if (event.key.startsWith("Arrow")) {
        const name = at ? nextLit(root, at, event.key, true) : /** @type {HTMLElement | null} */ (first)?.dataset.hex ?? "";
        point(name);
        hexesIn(root).get(name)?.scrollIntoView({ block: "nearest", inline: "nearest" });
      } else if ((event.key === "Enter" || event.key === " ") && at) ways.current.take(at, "", event.shiftKey);
      else if (event.key === "Escape") ways.current.leave();
      else if (event.key === "+") setZoom((now) => now * STEP);
      else if (event.key === "-") setZoom((now) => now / STEP);
      else return;
      event.preventDefault();
    };
    /** @type {[string, any][]} */
    const heard = [["pointerdown", down], ["pointermove", move], ["pointerup", up], ["pointerleave", stop], ["wheel", wheel], ["keydown", key]];
    for (const [name, listener] of heard) root.addEventListener(name, listener, { passive: false });
    return () => heard.forEach(([name, listener]) => root.removeEventListener(name, listener));
  }, []);

  const label = "The map: arrow keys point at hexes, Enter takes one, Escape lets go, plus and minus zoom";
  return html`<div class="table-map">
    <div class="board" role="application" aria-label=${label} tabindex="0" ref=${place}></div>
    <div class="zoom" role="group" aria-label="Zoom">
      <button aria-label="Closer" onClick=${() => setZoom(zoom * STEP)}>+</button>
      <button aria-label="Farther" onClick=${() => setZoom(zoom / STEP)}>−</button>
    </div>
  </div>`;
}
