// The machine of a published page: a worker that answers, and a second one for what takes long, which is ended by taking it
// away. Nothing is kept between two requests but texts, so the second one is told of all edits when it begins.

/** @typedef {import("./wire.js").Transport} Transport */

const AT = { here: "Python is being read …", core: "Hexlaw is being read …", imported: "The law is being read …", ready: "The first answer is being worked out …" };
const LONG = new Set(["witness", "play", "card"]);

/** @param {string} address of the worker's script @param {(text: string) => void} say how far it is @param {string} [name] what is asked of it @returns {Transport} */
export function byWorkers(address, say, name = "") {
  return (hear, changed) => {
    const [edits, running] = [/** @type {Map<string, string>} */ (new Map()), /** @type {Set<number>} */ (new Set())];
    let long = /** @type {Worker | null} */ (null);
    const begin = () => {
      const worker = new Worker(address, { type: "module", name });
      const fail = (/** @type {string} */ why) => (changed(false), say(`The machine does not start: ${why}`));
      let woken = false;
      worker.onmessage = ({ data }) => {
        if (typeof data !== "string") return data.failed ? fail(data.failed) : say(AT[/** @type {keyof AT} */ (data.at)]);
        if (!woken) say(""), navigator.serviceWorker?.register("sw.js").catch(() => {}); // then all that it needs has come
        woken = true;
        const heard = JSON.parse(data);
        if (heard.told === undefined) running.delete(heard.number);
        hear(heard);
      };
      worker.onerror = () => fail("this browser, or this place, has not all that it needs");
      return worker;
    };
    const end = () => {
      long?.terminate();
      long = null;
      for (const number of running) hear({ number, refused: "it was ended", help: null });
      running.clear();
    };
    let first = begin();
    queueMicrotask(() => changed(true));
    const send = (/** @type {string} */ text) => {
      const [, number, request] = /** @type {RegExpExecArray} */ (/^(\d+) (.*)$/s.exec(text));
      if (request === "stop") return running.has(Number(number)) ? end() : undefined;
      const asked = JSON.parse(request);
      if (!LONG.has(asked.do)) {
        first.postMessage(text);
        if (asked.do !== "edit") return;
        edits.set(asked.path, `0 ${request}`);
        return long?.postMessage(`0 ${request}`);
      }
      const told = long ? [] : edits.values(); // a second one is told of them as it begins
      long ??= begin();
      for (const edit of told) long.postMessage(edit);
      running.add(Number(number));
      long.postMessage(text);
    };
    const anew = () => {
      first.terminate(); // in the middle of whatever it is at
      end();
      changed(false);
      first = begin();
      changed(true);
    };
    return { send, anew };
  };
}
