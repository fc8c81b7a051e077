// The map of a table: hexes are lit, one is pointed at by mouse or by arrow keys, and taken by a click or Enter.

import { html } from "htm/preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { hexesIn, light, middle, middles, nearest, nextHex, pictureOf, pointAt } from "./board.js";

const [STEP, GLIDE, RESTS] = [1.25, 350, 180]; // milliseconds that a counter takes, and that one points at a hex before its odds are asked

/** @typedef {{ href: string, at: string, title: string }} Face how a counter looks, in which hex it stands, and what it is in words */

const countersIn = (/** @type {Element} */ root) => [...root.querySelectorAll("[data-piece]")].map((piece) => /** @type {HTMLElement} */ (piece));
const titleOf = (/** @type {Element | undefined} */ drawn) => drawn?.querySelector("title")?.textContent ?? "";

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

/** Scrolls to the middle of what is drawn. @param {HTMLElement} pane @param {Element[]} drawn */
function showMiddle(pane, drawn) {
  if (!drawn.length) return;
  const [all, { left, top }] = [drawn.map(middle), pane.getBoundingClientRect()];
  const [x, y] = [all.reduce((sum, one) => sum + one.x, 0) / all.length, all.reduce((sum, one) => sum + one.y, 0) / all.length];
  pane.scrollBy(x - left - pane.clientWidth / 2, y - top - pane.clientHeight / 2);
}

/** Draws a line of sight over all; a ring lies where it stops. @param {Element} root
 * @param {{ here: string, there: string, free: boolean | null | undefined, stopped: string[] } | null} sight */
function drawSight(root, sight) {
  for (const drawn of root.querySelectorAll(".sighted")) drawn.remove();
  const [hexes, above] = [hexesIn(root), root.querySelector(".land")?.parentNode];
  const mid = (/** @type {string} */ name) => {
    const { x, y, width, height } = /** @type {SVGGraphicsElement} */ (hexes.get(name)).getBBox();
    return [x + width / 2, y + height / 2];
  };
  const add = (/** @type {string} */ sort, /** @type {Record<string, number>} */ attributes) => {
    const drawn = document.createElementNS("http://www.w3.org/2000/svg", sort);
    drawn.setAttribute("class", `sighted ${sight?.free === false ? "stopped" : "free"}`);
    for (const [name, value] of Object.entries(attributes)) drawn.setAttribute(name, `${value}`);
    above?.append(drawn);
  };
  if (!sight?.here || !hexes.has(sight.here)) return;
  const [x1, y1] = mid(sight.here);
  add("circle", { cx: x1, cy: y1, r: 5 });
  if (!hexes.has(sight.there)) return;
  const [x2, y2] = mid(sight.there);
  add("line", { x1, y1, x2, y2 });
  add("circle", { cx: x2, cy: y2, r: 5 });
  const met = sight.stopped.filter((name) => hexes.has(name)).map(mid);
  if (met.length) add("circle", { cx: met.reduce((sum, [x]) => sum + x, 0) / met.length, cy: met.reduce((sum, [, y]) => sum + y, 0) / met.length, r: 13 });
}

const [LAND, VEIL] = ['<g class="land"', '<path class="veil"'];

/** The lines of a picture that draw its ground. @param {string[]} picture */
function groundOf(picture) {
  const first = picture.findIndex((line) => line.startsWith(LAND));
  return first < 0 ? [] : picture.slice(first, picture.findIndex((line) => line.startsWith(VEIL)));
}

/** A picture as an element; its ground, which is most of it, is taken over where it is the same as before.
 * @param {SVGSVGElement | null} before @param {string[]} picture @param {string[]} ground that of before @returns {SVGSVGElement} */
function redrawn(before, picture, ground) {
  const [now, land] = [groundOf(picture), before?.querySelector(".land")];
  if (!land || now.length !== ground.length || now.some((line, at) => line !== ground[at])) return pictureOf(picture.join("\n"));
  const first = picture.indexOf(now[0]);
  const map = pictureOf([...picture.slice(0, first), `${LAND}/>`, ...picture.slice(first + now.length)].join("\n"));
  map.querySelector(".land")?.replaceWith(land);
  return map;
}

/** Where counters on the map stand in a picture. @param {Element | null} drawn */
const places = (drawn) => new Map([...(drawn?.querySelectorAll(".pieces [data-piece]") ?? [])].map((piece) => [/** @type {HTMLElement} */ (piece).dataset.piece, piece.getAttribute("transform") ?? ""]));

/** Moves counters from where they stood to where they stand. @param {SVGSVGElement} map @param {ReturnType<places>} stood */
function glide(map, stood) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const inPixels = (/** @type {string} */ transform) => transform.replace(/translate\((\S+) (\S+)\)/, "translate($1px, $2px)");
  for (const piece of map.querySelectorAll(".pieces [data-piece]")) {
    const [from, to] = [stood.get(/** @type {HTMLElement} */ (piece).dataset.piece), piece.getAttribute("transform") ?? ""];
    if (from && from !== to) piece.animate([{ transform: inPixels(from) }, { transform: inPixels(to) }], { duration: GLIDE, easing: "ease-in-out" });
  }
}

/**
 * @param {{ picture: string[], glides: boolean, at?: string | null, costs: Record<string, string> | null, what: Record<string, string>, held: string[],
 *   sight: { here: string, there: string, free: boolean | null | undefined, stopped: string[] } | null, aim: (hex: string) => void,
 *   click: (hex: string, piece: string) => any, take: (clicked: any, all: boolean) => void, faces: (faces: Record<string, Face>) => void }} props
 */
export function TableMap({ picture, glides, at, costs, what, held, sight, aim, click, take, faces }) {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const drag = useRef(/** @type {{ x: number, y: number, left: number, top: number, moved: boolean, clicked: any } | null} */ (null));
  const fitted = useRef(1); // the zoom at which all of the map is seen
  const opened = useRef(false);
  const ground = useRef(/** @type {string[]} */ ([]));
  const [zoom, setZoom] = useState(0);
  const [aimed, setAimed] = useState("");
  const [bare, setBare] = useState(false); // whether counters are hidden
  const resting = useRef(0);
  const root = () => /** @type {HTMLElement} */ (place.current);
  const drawn = () => /** @type {SVGSVGElement | null} */ (root().firstElementChild);

  useLayoutEffect(() => {
    const before = drawn();
    const map = redrawn(before, picture, ground.current);
    ground.current = groundOf(picture);
    const stood = places(before);
    root().replaceChildren(map);
    for (const size of ["width", "height"]) map.removeAttribute(size); // the page gives it one
    map.querySelector(":scope > title")?.remove(); // it would stand under the pointer everywhere
    map.setAttribute("aria-hidden", "true"); // the map says in words where one points
    const found = facesIn(map);
    cropped(map);
    const { width, height } = map.viewBox.baseVal;
    const [wide, high] = [(root().clientWidth - 4) / width, (root().clientHeight - 4) / height];
    fitted.current = Math.min(wide, high);
    if (!zoom) setZoom(Math.max(fitted.current, Math.min(1.5, Math.max(wide, high))));
    else map.style.width = `${width * zoom}px`;
    faces(found);
    if (glides) glide(map, stood); // what is where one looks is on its way there: nobody clicks meanwhile
  }, [picture]);

  useEffect(() => {
    const [pane, map] = [root(), drawn()];
    if (!map || !zoom) return;
    const [x, y] = [pane.scrollLeft + pane.clientWidth / 2, pane.scrollTop + pane.clientHeight / 2];
    const before = map.getBoundingClientRect().width || 1;
    map.style.width = `${map.viewBox.baseVal.width * zoom}px`;
    const grown = map.getBoundingClientRect().width / before;
    pane.scrollTo(x * grown - pane.clientWidth / 2, y * grown - pane.clientHeight / 2);
    if (!opened.current) showMiddle(pane, countersIn(map).filter((piece) => piece.dataset.at)); // it opens where the counters are
    opened.current = true;
  }, [zoom]);

  useEffect(() => drawSight(root(), sight), [picture, sight]);

  useEffect(() => {
    light(root(), costs && { costs }, what);
    for (const piece of countersIn(root())) piece.classList.toggle("held", held.includes(piece.dataset.piece ?? ""));
    hexesIn(root()).get(at ?? "")?.scrollIntoView({ block: "nearest", inline: "nearest" });
    const pane = root().getBoundingClientRect();
    const lit = [...root().querySelectorAll(".lit, .able, .aim")].map((hex) => ({ hex, ...middle(hex) }));
    const inside = lit.some(({ x, y }) => x > pane.left && x < pane.right && y > pane.top && y < pane.bottom);
    if (lit.length && !inside) lit[Math.floor(lit.length / 2)].hex.scrollIntoView({ block: "center", inline: "center" });
  }, [picture, at, costs, what, held]);

  useEffect(() => pointAt(root(), aimed), [picture, aimed]);

  const under = (/** @type {PointerEvent} */ event) => {
    const all = /** @type {HTMLElement[]} */ (document.elementsFromPoint(event.clientX, event.clientY));
    const piece = all.map((each) => /** @type {HTMLElement | null} */ (each.closest("[data-piece]"))).find((each) => each);
    const hex = all.find((each) => each.dataset?.hex)?.dataset.hex ?? "";
    return click(piece?.dataset.at || hex, piece?.dataset.piece ?? "");
  };
  const down = (/** @type {PointerEvent} */ event) => void (event.button || (drag.current = { x: event.clientX, y: event.clientY, left: root().scrollLeft, top: root().scrollTop, moved: false, clicked: under(event) }));
  const move = (/** @type {PointerEvent} */ event) => {
    const begun = drag.current;
    if (!begun) {
      const { hex } = under(event);
      if (!hex || hex === aimed) return;
      clearTimeout(resting.current);
      resting.current = setTimeout(() => aim(hex), RESTS);
      return setAimed(hex);
    }
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
  const stack = aimed ? countersIn(root()).filter((piece) => piece.dataset.at === aimed) : [];
  const said = (aimed ? [hexesIn(root()).get(aimed), ...stack] : []).map(titleOf).filter(Boolean).join(" · ") || aimed;
  return html`<div class=${bare ? "table-map bare" : "table-map"}>
    ${stack.length > 0 && html`<div class="fan" aria-hidden="true">${stack.map((piece) => html`<figure><svg viewBox="0 0 100 100"><use href=${piece.querySelector("use")?.getAttribute("href")} /></svg><figcaption>${piece.dataset.piece}</figcaption></figure>`)}</div>`}
    <div class="board" role="application" aria-label=${label} tabindex="0" ref=${place} onPointerDown=${down} onPointerMove=${move}
      onPointerUp=${up} onPointerLeave=${() => (drag.current = null)} onWheel=${wheel} onKeyDown=${key}></div>
    <div class="zoom" role="group" aria-label="Zoom">
      <button aria-label="Closer" onClick=${() => setZoom(zoom * STEP)}>+</button>
      <button aria-label="Farther" onClick=${() => setZoom(zoom / STEP)}>−</button>
      <button aria-label="All of the map" title="All of the map" onClick=${() => setZoom(fitted.current)}>⤢</button>
      <button aria-label="Hide the counters" title="Hide the counters" aria-pressed=${bare} onClick=${() => setBare(!bare)}>▦</button>
    </div>
  </div>
  <p class="under" role="status" aria-live="polite">${said || "Point at a hex to see what is there."}</p>`;
}
