// The map of a table: hexes are lit, one is pointed at by mouse or by arrow keys, and taken by a click or Enter.

import { html } from "htm/preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { hexesIn, light, middle, middles, nearest, nextHex, pictureOf, pointAt } from "./board.js";

const STEP = 1.25;

/** @typedef {{ href: string, at: string, title: string }} Face how a counter looks, in which hex it stands, and what it is in words */

/** @param {Element} root @returns {HTMLElement[]} */
const countersIn = (root) => [...root.querySelectorAll("[data-piece]")].map((piece) => /** @type {HTMLElement} */ (piece));

/** @param {Element | undefined} drawn */
const titleOf = (drawn) => drawn?.querySelector("title")?.textContent ?? "";

/** Notes at each counter on the map in which hex it stands. @param {Element} root @returns {Record<string, Face>} */
function facesIn(root) {
  const hexes = middles(root);
  return Object.fromEntries(countersIn(root).map((piece) => {
    if (piece.closest(".pieces")) piece.dataset.at = nearest(hexes, middle(piece));
    const href = piece.querySelector("use")?.getAttribute("href") ?? "";
    return [piece.dataset.piece, { href, at: piece.dataset.at ?? "", title: titleOf(piece) }];
  }));
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

/**
 * @param {{ svg: string, at?: string | null, costs: Record<string, string> | null, what: Record<string, string>, held: string[],
 *   click: (hex: string, piece: string) => any, take: (clicked: any, all: boolean) => void, faces: (faces: Record<string, Face>) => void }} props
 */
export function TableMap({ svg, at, costs, what, held, click, take, faces }) {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const drag = useRef(/** @type {{ x: number, y: number, left: number, top: number, moved: boolean, clicked: any } | null} */ (null));
  const [zoom, setZoom] = useState(0);
  const [aimed, setAimed] = useState("");
  const root = () => /** @type {HTMLElement} */ (place.current);
  const drawn = () => /** @type {SVGSVGElement | null} */ (root().firstElementChild);

  useLayoutEffect(() => {
    const map = pictureOf(svg);
    root().replaceChildren(map);
    for (const size of ["width", "height"]) map.removeAttribute(size); // the page gives it one
    map.querySelector(":scope > title")?.remove(); // it would stand under the pointer everywhere
    map.setAttribute("aria-hidden", "true"); // the map says in words where one points
    const found = facesIn(map);
    cropped(map);
    const { width, height } = map.viewBox.baseVal;
    const [wide, high] = [(root().clientWidth - 4) / width, (root().clientHeight - 4) / height];
    if (!zoom) setZoom(Math.max(Math.min(wide, high), Math.min(1.5, Math.max(wide, high))));
    else map.style.width = `${width * zoom}px`;
    faces(found);
  }, [svg]);

  useEffect(() => {
    const [pane, map] = [root(), drawn()];
    if (!map || !zoom) return;
    const [x, y] = [pane.scrollLeft + pane.clientWidth / 2, pane.scrollTop + pane.clientHeight / 2];
    const before = map.getBoundingClientRect().width || 1;
    map.style.width = `${map.viewBox.baseVal.width * zoom}px`;
    const grown = map.getBoundingClientRect().width / before;
    pane.scrollTo(x * grown - pane.clientWidth / 2, y * grown - pane.clientHeight / 2);
  }, [zoom]);

  useEffect(() => {
    light(root(), costs && { costs, pick: "" }, what);
    for (const piece of countersIn(root())) piece.classList.toggle("held", held.includes(piece.dataset.piece ?? ""));
    hexesIn(root()).get(at ?? "")?.scrollIntoView({ block: "nearest", inline: "nearest" });
    const pane = root().getBoundingClientRect();
    const lit = [...root().querySelectorAll(".lit, .able, .aim")].map((hex) => ({ hex, ...middle(hex) }));
    const inside = lit.some(({ x, y }) => x > pane.left && x < pane.right && y > pane.top && y < pane.bottom);
    if (lit.length && !inside) lit[Math.floor(lit.length / 2)].hex.scrollIntoView({ block: "center", inline: "center" });
  }, [svg, at, costs, what, held]);

  useEffect(() => pointAt(root(), aimed), [svg, aimed]);

  const under = (/** @type {PointerEvent} */ event) => {
    const all = /** @type {HTMLElement[]} */ (document.elementsFromPoint(event.clientX, event.clientY));
    const piece = all.map((each) => /** @type {HTMLElement | null} */ (each.closest("[data-piece]"))).find((each) => each);
    const hex = all.find((each) => each.dataset?.hex)?.dataset.hex ?? "";
    return click(piece?.dataset.at || hex, piece?.dataset.piece ?? "");
  };
  const down = (/** @type {PointerEvent} */ event) => {
    if (!event.button) drag.current = { x: event.clientX, y: event.clientY, left: root().scrollLeft, top: root().scrollTop, moved: false, clicked: under(event) };
  };
  const move = (/** @type {PointerEvent} */ event) => {
    const begun = drag.current;
    if (!begun) return setAimed(under(event).hex || aimed);
    const [x, y] = [event.clientX - begun.x, event.clientY - begun.y];
    begun.moved ||= Math.hypot(x, y) > 6;
    if (begun.moved) root().scrollTo(begun.left - x, begun.top - y);
  };
  const up = (/** @type {PointerEvent} */ event) => {
    const begun = drag.current; // what was pressed counts, also where another picture has come since
    if (begun && !begun.moved && begun.clicked.hex) take(begun.clicked, event.shiftKey);
    drag.current = null;
  };
  const wheel = (/** @type {WheelEvent} */ event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    setZoom(zoom * (event.deltaY < 0 ? 1.1 : 1 / 1.1));
  };
  const key = (/** @type {KeyboardEvent} */ event) => {
    if (event.key.startsWith("Arrow")) {
      const first = /** @type {HTMLElement | null} */ (root().querySelector(".aim, .lit, .able, [data-hex]"));
      const name = aimed ? nextHex(root(), aimed, event.key) : first?.dataset.hex ?? "";
      setAimed(name);
      hexesIn(root()).get(name)?.scrollIntoView({ block: "nearest", inline: "nearest" });
    } else if ((event.key === "Enter" || event.key === " ") && aimed) take(click(aimed, ""), event.shiftKey);
    else if (event.key === "+" || event.key === "-") setZoom(event.key === "+" ? zoom * STEP : zoom / STEP);
    else return;
    event.preventDefault();
  };

  const label = "The map: arrow keys point at hexes, Enter takes one, Escape lets go, plus and minus zoom";
  const there = aimed ? [hexesIn(root()).get(aimed), ...countersIn(root()).filter((piece) => piece.dataset.at === aimed)] : [];
  const said = there.map(titleOf).filter(Boolean).join(" · ") || aimed;
  return html`<div class="table-map">
    <div class="board" role="application" aria-label=${label} tabindex="0" ref=${place} onPointerDown=${down} onPointerMove=${move}
      onPointerUp=${up} onPointerLeave=${() => (drag.current = null)} onWheel=${wheel} onKeyDown=${key}></div>
    <div class="zoom" role="group" aria-label="Zoom">
      <button aria-label="Closer" onClick=${() => setZoom(zoom * STEP)}>+</button>
      <button aria-label="Farther" onClick=${() => setZoom(zoom / STEP)}>−</button>
    </div>
  </div>
  <p class="under" role="status" aria-live="polite">${said || "Point at a hex to see what is there."}</p>`;
}
