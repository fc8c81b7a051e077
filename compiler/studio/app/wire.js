// The machine, asked by messages: over a websocket, or of a worker in a published page. Each request has a number; what is
// told on the way and what comes of it bear the same.

/** @typedef {{ promise: Promise<any>, stop: () => void }} Asked */

export class Refused extends Error {
  /** @param {string} message @param {string | null} help */
  constructor(message, help) {
    super(help ? `${message}; ${help}` : message);
  }
}

/** @typedef {(hear: (said: any) => void, changed: (open: boolean) => void) => (text: string) => void} Transport takes messages there and back:
 *  given who hears them and is told whether the machine can be asked, it returns what sends one */

/** @param {string} address @returns {Transport} */
export function bySocket(address) {
  return (hear, changed) => {
    /** @type {WebSocket} */
    let socket;
    /** @type {string[]} */
    const unsent = [];
    const open = () => {
      socket = new WebSocket(address);
      socket.onopen = () => {
        changed(true);
        for (const text of unsent.splice(0)) socket.send(text);
      };
      socket.onmessage = ({ data }) => hear(JSON.parse(data));
      socket.onclose = () => {
        changed(false);
        setTimeout(open, 1000);
      };
    };
    open();
    return (text) => (socket.readyState === WebSocket.OPEN ? socket.send(text) : void unsent.push(text));
  };
}

export class Wire {
  /** @param {Transport} transport @param {(open: boolean) => void} changed is told whether the machine can be asked */
  constructor(transport, changed) {
    this.last = 0;
    /** @type {Map<number, { resolve: (value: any) => void, reject: (why: Error) => void, told: (data: any) => void }>} */
    this.waiting = new Map();
    this.send = transport(
      (said) => this.hear(said),
      (open) => {
        if (!open) {
          for (const { reject } of this.waiting.values()) reject(new Refused("the program was ended", null));
          this.waiting.clear();
        }
        changed(open);
      },
    );
  }

  /** @param {{ number: number, value?: any, told?: any, refused?: string, help?: string | null }} said */
  hear(said) {
    const asked = this.waiting.get(said.number);
    if (!asked) return;
    if (said.told !== undefined) return asked.told(said.told);
    this.waiting.delete(said.number);
    if (said.refused !== undefined) asked.reject(new Refused(said.refused, said.help ?? null));
    else asked.resolve(said.value);
  }

  /**
   * @param {string} what @param {object} [more] @param {(data: any) => void} [told]
   * @returns {Asked}
   */
  ask(what, more = {}, told = () => {}) {
    const number = ++this.last;
    const promise = new Promise((resolve, reject) => this.waiting.set(number, { resolve, reject, told }));
    this.send(`${number} ${JSON.stringify({ do: what, ...more })}`);
    return { promise, stop: () => this.send(`${number} stop`) };
  }
}

/**
 * Runs at most one at a time, and after it only the newest of those that came meanwhile: what was asked of an older
 * state of the page is of no use to anybody.
 * @template T @param {(...args: T[]) => Promise<void>} work
 */
export function newest(work) {
  let running = false;
  /** @type {T[] | null} */
  let next = null;
  return async (/** @type {T[]} */ ...args) => {
    next = args;
    if (running) return;
    running = true;
    while (next) {
      const now = next;
      next = null;
      await work(...now);
    }
    running = false;
  };
}
