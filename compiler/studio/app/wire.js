// The machine, asked by messages: over a websocket, or of a worker in a published page. Each request has a number; what is
// told on the way and what comes of it bear the same.

/** @typedef {{ promise: Promise<any>, stop: () => void }} Asked */
/** @typedef {{ what: string, at: number, resolve: (value: any) => void, reject: (why: Error) => void, told?: (data: any) => void }} Waiting */
/** @typedef {{ send: (text: string) => void, anew: () => void }} Line sends a message, or leaves all that is asked and begins anew */
/** @typedef {(hear: (said: any) => void, changed: (open: boolean) => void) => Line} Transport takes messages there and back:
 *  given who hears them and is told whether the machine can be asked */

const LATE = 6_000;

/** What is filled into a form now. @param {any} form @returns {Record<string, string>} */
export const valuesOf = (form) => /** @type {any} */ (Object.fromEntries(new FormData(form)));

/** What was filled into a form, to be asked for. @param {Event} event */
export const filled = (event) => (event.preventDefault(), valuesOf(event.target));

/** @param {string} name of the socket beside the page, below the same token @returns {Transport} */
export function bySocket(name) {
  return (hear, changed) => {
    let socket = /** @type {WebSocket} */ (/** @type {unknown} */ (null));
    const unsent = /** @type {string[]} */ ([]);
    const open = () => {
      socket = new WebSocket(new URL(name, location.href.replace(/^http/, "ws")));
      socket.onopen = () => {
        changed(true);
        for (const text of unsent.splice(0)) socket.send(text);
      };
      socket.onmessage = ({ data }) => hear(JSON.parse(data));
      socket.onclose = () => (changed(false), setTimeout(open, 1000));
    };
    open();
    const send = (/** @type {string} */ text) => (socket.readyState === WebSocket.OPEN ? socket.send(text) : void unsent.push(text));
    return { send, anew: () => socket.close() };
  };
}

export class Wire {
  last = 0; awake = 0; ended = 0; // the number of what was asked last; since when it answers; how often it ended
  /** @param {Transport} transport @param {(open: boolean) => void} changed is told whether the machine can be asked */
  constructor(transport, changed) {
    this.waiting = /** @type {Map<number, Waiting>} */ (new Map());
    this.pushed = (/** @type {any} */ _) => {}; // hears what nobody has asked for
    this.line = transport((said) => this.hear(said), (open) => {
      if (!open) {
        for (const { reject } of this.waiting.values()) reject(new Error("it was ended before it answered"));
        this.waiting.clear();
        [this.awake, this.ended] = [0, this.ended + 1];
      }
      changed(open);
    });
  }

  /** @param {{ number: number, value?: any, told?: any, pushed?: any, refused?: string, help?: string | null }} said */
  hear(said) {
    this.awake ||= performance.now();
    const asked = this.waiting.get(said.number);
    if (!asked) return void (said.pushed && this.pushed(said.pushed));
    if (said.told !== undefined) return asked.told?.(said.told);
    this.waiting.delete(said.number);
    if (said.refused !== undefined) asked.reject(new Error(said.help ? `${said.refused}; ${said.help}` : said.refused));
    else asked.resolve(said.value);
  }

  /** @param {string} what @param {object} [more] @param {(data: any) => void} [told] @returns {Asked} */
  ask(what, more = {}, told = undefined) {
    const number = ++this.last;
    const promise = new Promise((resolve, reject) => this.waiting.set(number, { what, at: performance.now(), resolve, reject, told }));
    this.line.send(`${number} ${JSON.stringify({ do: what, ...more })}`);
    return { promise, stop: () => (this.hear({ number, refused: "it was ended" }), this.line.send(`${number} stop`)) };
  }

  /** The first question that takes longer than it should, of those that are not told part by part. */
  late() {
    const since = performance.now() - LATE;
    return [...this.waiting.values()].find(({ at, told }) => !told && this.awake && Math.max(at, this.awake) < since)?.what ?? "";
  }
}

/** Runs at most one at a time, and after it only the newest of those that came meanwhile: what was asked of an older
 * state of the page is of no use to anybody. The promise is kept when nothing is left to do.
 * @template T @param {(...args: T[]) => Promise<void>} work */
export function newest(work) {
  let [running, next] = [/** @type {Promise<void> | null} */ (null), /** @type {T[] | null} */ (null)];
  const run = async () => {
    for (let now = next; now; now = next) {
      next = null;
      await work(...now);
    }
    running = null;
  };
  return (/** @type {T[]} */ ...args) => ((next = args), (running ??= run()));
}
