// What answers a published page: Hexlaw in Pyodide. Its large parts lie packed in `machine/`, so that any host will do.

import { XzReadableStream } from "xz-decompress";

const here = new URL("./machine/", import.meta.url).href;
const [ROOT, get] = ["/machine", globalThis.fetch.bind(globalThis)];
const asked = self.name; // what of the page: its table, which begins with an archive of its own; of its studio, nothing
const say = (/** @type {string} */ at) => postMessage({ at });
let line = Promise.resolve();
/** Fetches a part, after those that were asked for before, and unpacks it. @param {string} name @param {string} [type] */
async function part(name, type = "") {
  let [before, flush] = [line, () => {}];
  line = new Promise((resolve) => (flush = resolve));
  await before;
  const got = await get(here + name).catch(() => Response.error());
  if (!got.ok || !got.body) throw (flush(), new Error(`${name}: ${got.status}`));
  return new Response(new XzReadableStream(got.body.pipeThrough(new TransformStream({ flush }))), { headers: { "Content-Type": type } });
}
const archive = async (/** @type {string} */ name) => (await part(name)).arrayBuffer();
/** Puts the files of an archive where Python finds them, if they are not there. It begins with a line that says how long each is.
 * @param {any} files @param {ArrayBuffer} archive */
function put(files, archive) {
  const bytes = new Uint8Array(archive);
  let at = bytes.indexOf(10);
  for (const [name, size] of Object.entries(JSON.parse(new TextDecoder().decode(bytes.subarray(0, at++))))) {
    const [path, data] = [`${ROOT}/${name}`, bytes.subarray(at, (at += size))];
    if (files.analyzePath(path).exists) continue;
    files.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    files.writeFile(path, data, { canOwn: true });
  }
}

const of = fetch(`${here}begin.json`).then((got) => got.json());
async function begin() {
  const { lock, asked: modules } = await of;
  const [code, wasm, python] = [part("core.mjs.bin", "text/javascript"), part("core.wasm.bin", "application/wasm"), Promise.all((asked ? ["table.bin"] : ["table.bin", "rest.bin"]).map(archive))];
  const core = URL.createObjectURL(await (await code).blob());
  const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all([import(`${here}pyodide.mjs`), import(core)]);
  say("here");
  globalThis.fetch = async (what) => (String(what).endsWith(".wasm") ? wasm : new Response()); // Python's library is in an archive
  const made = await loadPyodide({
    indexURL: here, packageBaseUrl: here, createPyodideModule, lockFileContents: lock, env: { PYTHONPATH: ROOT },
    fsInit: async (/** @type {any} */ files) => (await python).forEach((one) => put(files, one)),
  });
  say("core");
  const { opened } = made.pyimport("hexlaw.compiler.studio.in_page");
  say("imported");
  const answer = opened.callKwargs(...modules, { rest: asked ? `${here}rest.bin` : "" });
  say("ready");
  return [answer, made.FS];
}

/** What was printed of the law for the situation that a message begins; what is begun without is printed here. @param {string} text */
async function printed(text) {
  const { situation, journal } = JSON.parse(text.slice(text.indexOf(" ")));
  const name = situation && asked ? situation : JSON.parse(journal.split("\n", 1)[0]).situation;
  return of.then(() => archive(`of-${encodeURIComponent(name)}.bin`)); // after the parts of the machine
}

let later = /** @type {Promise<void> | undefined} */ (undefined);
const ready = begin();
ready.catch((problem) => postMessage({ failed: problem.message }));
onmessage = async ({ data }) => {
  const law = printed(data).catch(() => null);
  const [answer, files] = await ready.catch(() => /** @type {any[]} */ ([]));
  const laid = await law;
  try {
    if (laid) put(files, laid);
    answer(data, (/** @type {string} */ text) => postMessage(text));
    if (asked) later ??= archive("rest.bin").then((one) => put(files, one)).catch(() => {}); // where it is needed sooner Python fetches it
  } catch (problem) {
    const refused = `the machine has failed: ${String(problem).trim().split("\n").at(-1)}`;
    postMessage(JSON.stringify({ number: parseInt(data), refused, help: null }));
  }
};
