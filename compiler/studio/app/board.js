// The map: a counter is taken up by hand or by keys, hexes that it gets to are lit with what that costs, and over any other
// hex stands why it does not get there.

import { html } from "htm/preact";
import { useEffect, useRef } from "preact/hooks";

const LIT = ["able", "aim", "later", "here", "gone"];

/** @typedef {{ costs: Record<string, string>, pick?: string, gone?: string[] }} Reach gone are hexes that were lit under the law before */
/** @typedef {{ piece: string, drawn: SVGGraphicsElement, before: string, x: number, y: number, moved: boolean }} Hand */

/** @param {Element} root @returns {Map<string, SVGGraphicsElement>} */
export function hexesIn(root) {
  const found = /** @type {NodeListOf<SVGGraphicsElement>} */ (root.querySelectorAll("[data-hex]"));
  return new Map([...found].map((hex) => [/** @type {string} */ (hex.dataset.hex), hex]));
}

/** The middle of what is drawn, on the screen. @param {Element} drawn */
export function middle(drawn) {
  const { x, y, width, height } = drawn.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
}

/** Lights the hexes of a reach, some of them as `what` says in place of "lit".
 * @param {Element} root @param {Reach | null} reach @param {Record<string, string>} [what] */
export function light(root, reach, what = {}) {
  for (const text of root.querySelectorAll(".cost")) text.remove();
  const above = root.querySelector(".pieces")?.parentNode ?? root.querySelector(".land")?.parentNode;
  for (const [name, hex] of hexesIn(root)) {
    const cost = reach?.costs[name];
    hex.classList.remove("lit", "unlit", ...LIT);
    if (cost !== undefined) hex.classList.add(what[name] ?? "lit");
    else if (reach || what[name]) hex.classList.add(what[name] ?? (reach?.gone?.includes(name) ? "gone" : "unlit"));
    if (!cost) continue;
    const box = hex.getBBox();
    const text = document.createElementNS(hex.namespaceURI, "text");
    for (const [name, is] of Object.entries({ class: "cost", x: box.x + box.width / 2, y: box.y + box.height * 0.94 })) text.setAttribute(name, `${is}`);
    text.textContent = cost.replace(/ ?1\/2/, "½").replace(/ ?1\/4/, "¼").replace(/ ?3\/4/, "¾");
    (above ?? hex.parentNode)?.append(text); // over the counters
  }
}

/** The next hex in a direction of the screen. @param {Element} root @param {string} from @param {string} key */
export function nextHex(root, from, key) {
  const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key] ?? [0, 0];
  const hexes = hexesIn(root);
  const here = middle(/** @type {Element} */ (hexes.get(from)));
  let [best, least] = [from, Infinity];
  for (const [name, hex] of hexes) {
    const there = middle(hex);
    const [x, y] = [there.x - here.x, there.y - here.y];
    const along = x * dx + y * dy;
    if (along <= 1) continue;
    const far = Math.hypot(x, y) + 2 * Math.abs(x * dy - y * dx) ** 0.9;
    if (far < least) [best, least] = [name, far];
  }
  return best;
}

/** Of hexes by name, with their middles, the one nearest to a place. @param {{ name: string, x: number, y: number }[]} hexes @param {{ x: number, y: number }} to */
export function nearest(hexes, to) {
  const far = (/** @type {{ x: number, y: number }} */ { x, y }) => Math.hypot(x - to.x, y - to.y);
  return hexes.reduce((one, other) => (far(other) < far(one) ? other : one), hexes[0])?.name ?? "";
}

/** The hexes with their middles. @param {Element} root */
export const middles = (root) => [...hexesIn(root)].map(([name, hex]) => ({ name, hex, ...middle(hex) }));

/** Marks the hex that is pointed at, and no other. @param {Element} root @param {string} [name] */
export function pointAt(root, name) {
  for (const [one, hex] of hexesIn(root)) hex.classList.toggle("aimed", one === name);
}

/** A picture as an element of the page. @param {string} svg @returns {SVGSVGElement} */
export const pictureOf = (svg) => /** @type {any} */ (document.importNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement, true));

/** @param {{ svg: string, label: string, reach: (piece: string) => Promise<Reach | null>, why: (piece: string, hex: string, nearest: string) => void,
 *   move: (piece: string, hex: string) => void, say: (text: string) => void,
 *   draws?: import("./palette.js").Draws | null, lit?: Reach | null }} props `draws` is told of each click, in place of counters that are taken up; `lit` is so while none is */
export function Board({ svg, label, reach, why, move, say, draws = null, lit = null }) {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const root = () => /** @type {HTMLElement} */ (place.current);
  /** A counter that is dragged, or one that keys lead over the hexes; and the hex that it is over. */
  const now = useRef(/** @type {{ hand: Hand | null, keys: { piece: string, at: string } | null, over: string }} */ ({ hand: null, keys: null, over: "" })).current;

  useEffect(() => {
    const at = root().contains(document.activeElement) ? document.activeElement : null;
    root().replaceChildren(pictureOf(svg));
    root().firstElementChild?.setAttribute("role", "group"); // and no picture: there are counters in it to be taken up
    for (const drawn of /** @type {NodeListOf<SVGElement>} */ (root().querySelectorAll("[data-piece]"))) {
      const said = { tabindex: "0", role: "button", "aria-label": drawn.querySelector("title")?.textContent ?? drawn.dataset.piece ?? "" };
      for (const [name, is] of Object.entries(said)) drawn.setAttribute(name, is);
    }
    const again = at && root().querySelector(`[data-piece="${CSS.escape(/** @type {SVGElement} */ (at).dataset.piece ?? "")}"]`);
    /** @type {SVGElement | null} */ (again)?.focus(); // whoever went on elsewhere meanwhile stays there
  }, [svg]);

  useEffect(() => light(root(), lit), [svg, lit]);
  const hexAt = (/** @type {number} */ x, /** @type {number} */ y) =>
    document.elementsFromPoint(x, y).map((each) => /** @type {HTMLElement} */ (each).dataset?.hex).find((name) => name);
  const ask = async (/** @type {string} */ piece) => {
    const holds = () => now.hand?.piece === piece || now.keys?.piece === piece; // once it is let go, nobody waits for that
    const found = await reach(piece).catch((problem) => (holds() && say(problem.message), null));
    if (holds()) light(root(), found);
    return found;
  };
  const drop = () => {
    now.hand?.drawn.setAttribute("transform", now.hand.before);
    light(root(), lit);
    root().querySelector(".held")?.classList.remove("held");
    pointAt(root());
    Object.assign(now, { hand: null, keys: null, over: "" });
  };
  const aim = (/** @type {string} */ piece, /** @type {string | undefined} */ name) => {
    if (!name || name === now.over) return;
    now.over = name;
    pointAt(root(), name);
    why(piece, name, nearest(middles(root()).filter(({ hex }) => hex.classList.contains("lit")), middle(/** @type {Element} */ (hexesIn(root()).get(name)))));
  };

  const down = (/** @type {PointerEvent} */ event) => {
    const drawn = /** @type {SVGGraphicsElement | null} */ (/** @type {Element} */ (event.target).closest("[data-piece]"));
    const at = hexAt(event.clientX, event.clientY);
    if (draws && event.button === 0 && at) {
      event.preventDefault();
      const { x, y } = middle(/** @type {Element} */ (hexesIn(root()).get(at)));
      const angle = (Math.atan2(event.clientY - y, event.clientX - x) * 180) / Math.PI;
      root().setPointerCapture(event.pointerId);
      now.over = at;
      return draws(at, Math.round(angle + 360) % 360, drawn?.dataset.piece ?? "");
    }
    if (!drawn || event.button !== 0) return;
    event.preventDefault();
    drawn.focus();
    const piece = /** @type {string} */ (drawn.dataset.piece);
    now.hand = { piece, drawn, before: drawn.getAttribute("transform") ?? "", x: event.clientX, y: event.clientY, moved: false };
    drawn.classList.add("held");
    drawn.parentNode?.append(drawn);
    root().setPointerCapture(event.pointerId);
    ask(piece);
  };
  const drag = (/** @type {PointerEvent} */ event) => {
    const { hand } = now;
    const passed = draws && now.over && event.buttons ? (event.getCoalescedEvents?.() ?? [event]) : []; // also those between two frames
    for (const at of passed.map((one) => hexAt(one.clientX, one.clientY))) if (at && at !== now.over) draws?.((now.over = at), 0, "", true);
    if (!hand) return;
    const [x, y] = [event.clientX - hand.x, event.clientY - hand.y];
    hand.moved ||= Math.hypot(x, y) > 4;
    const scale = /** @type {SVGGraphicsElement} */ (hand.drawn.parentNode).getScreenCTM()?.a ?? 1;
    hand.drawn.setAttribute("transform", `translate(${x / scale} ${y / scale}) ${hand.before}`);
    aim(hand.piece, hexAt(event.clientX, event.clientY));
  };
  const up = (/** @type {PointerEvent} */ event) => {
    if (!now.hand) return void (now.over = "");
    const { piece, moved } = now.hand;
    const name = hexAt(event.clientX, event.clientY);
    drop();
    if (moved && name) move(piece, name);
  };
  const key = async (/** @type {KeyboardEvent} */ event) => {
    const drawn = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-piece]"));
    if (!drawn) return;
    const piece = /** @type {string} */ (drawn.dataset.piece);
    const { keys } = now;
    if (event.key === "Escape") return drop();
    if (draws && event.key === "Enter") return draws("", 0, piece);
    if (!(event.key === "Enter" || (keys ? event.key.startsWith("Arrow") : event.key === " "))) return;
    event.preventDefault();
    if (!keys) {
      const { x, y } = middle(drawn);
      now.keys = { piece, at: hexAt(x, y) ?? [...hexesIn(root()).keys()][0] };
      drawn.classList.add("held");
      if ((await ask(piece)) && now.keys) say(`${root().querySelectorAll(".lit").length} hexes are lit; arrows choose a hex, Enter goes there, Escape puts it back`);
    } else if (event.key === "Enter") drop(), move(piece, keys.at);
    else aim(piece, (keys.at = nextHex(root(), keys.at, event.key)));
  };
  return html`<div class="board" role="group" aria-label=${label} ref=${place} onPointerDown=${down} onPointerMove=${drag} onPointerUp=${up} onPointerCancel=${drop}
    onKeyDown=${key} onFocusOut=${() => now.keys && drop()}></div>`;
}
