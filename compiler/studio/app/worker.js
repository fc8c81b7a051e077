// What answers a published page: Hexlaw in Pyodide. Its large parts lie packed in `machine/`, so that any host will do.

const here = new URL("./machine/", import.meta.url).href;
const [ROOT, get] = ["/machine", globalThis.fetch.bind(globalThis)];
const asked = self.name; // what of the page: its table; of its studio, nothing
const KEPT = `${here}compiled${asked}`;

const say = (/** @type {string} */ at) => postMessage({ at });

/** Fetches a part and unpacks it. @param {string} name @param {string} [type] */
async function unpacked(name, type = "") {
  const got = await get(here + name);
  if (!got.ok || !got.body) throw new Error(`${name}: ${got.status}`);
  return new Response(got.body.pipeThrough(new DecompressionStream("gzip")), { headers: { "Content-Type": type } });
}

/** Puts the files of an archive where Python finds them. It begins with a line that says how long each is.
 * @param {any} files @param {ArrayBuffer} archive */
function put(files, archive) {
  const bytes = new Uint8Array(archive);
  let at = bytes.indexOf(10);
  for (const [name, size] of Object.entries(JSON.parse(new TextDecoder().decode(bytes.subarray(0, at++))))) {
    const path = `${ROOT}/${name}`;
    files.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    files.writeFile(path, bytes.subarray(at, (at += size)), { canOwn: true });
  }
}

async function begin() {
  const [wasm, code, archive] = [unpacked("core.wasm.bin", "application/wasm"), unpacked("core.mjs.bin", "text/javascript"), unpacked("machine.bin")];
  const [of, cache] = await Promise.all([(await fetch(`${here}begin.json`)).json(), globalThis.caches?.open("hexlaw").catch(() => null)]);
  const before = await cache?.match(KEPT); // what Python compiled on the last visit: where a browser keeps nothing, it does so again
  const compiled = before?.headers.get("digest") === of.digest ? before : null;
  const core = URL.createObjectURL(await (await code).blob());
  const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all([import(`${here}pyodide.mjs`), import(core)]);
  const archives = [archive, compiled].map(async (one) => (await one)?.arrayBuffer()); // they come while Python begins
  say("here");
  globalThis.fetch = async (what) => (String(what).endsWith(".wasm") ? wasm : new Response()); // Python's library is in the archive
  const python = await loadPyodide({
    indexURL: here, packageBaseUrl: here, createPyodideModule, lockFileContents: of.lock, env: { PYTHONPATH: ROOT },
    fsInit: async (/** @type {any} */ files) => (await Promise.all(archives)).forEach((one) => one && put(files, one)),
  });
  python.runPython("import sys; sys.dont_write_bytecode = False");
  say("core");
  const page = python.pyimport("hexlaw.compiler.studio.in_page");
  say("imported");
  const answer = page.opened.callKwargs(...of.asked, { at_table: asked === "table" });
  say("ready");
  if (cache && !compiled) setTimeout(keep, 8000, cache, of.digest, page.compiled(ROOT));
  return [answer, python.FS];
}

/** @param {Cache} cache @param {string} digest @param {any} steps by which Python compiles what is to be kept */
async function keep(cache, digest, steps) {
  let step = steps.next();
  for (; !step.done; step = steps.next()) await new Promise((done) => setTimeout(done)); // what is asked meanwhile comes first
  await cache.put(KEPT, new Response(step.value.toJs(), { headers: { digest } }));
}

/** What was printed of the law for the situation that a message begins; what is begun without is printed here. @param {string} text */
async function printed(text) {
  const { situation, journal } = JSON.parse(text.slice(text.indexOf(" ")));
  const name = situation && asked ? situation : JSON.parse(journal.split("\n", 1)[0]).situation;
  return (await unpacked(`of-${encodeURIComponent(name)}.bin`)).arrayBuffer();
}

const ready = begin();
ready.catch((problem) => postMessage({ failed: problem.message }));
onmessage = async ({ data }) => {
  const archive = printed(data).catch(() => null);
  const [answer, files] = await ready.catch(() => []);
  const laid = await archive;
  try {
    if (laid) put(files, laid);
    answer(data, (/** @type {string} */ text) => postMessage(text));
  } catch (problem) {
    const refused = `the machine has failed: ${String(problem).trim().split("\n").at(-1)}`;
    postMessage(JSON.stringify({ number: parseInt(data), refused, help: null }));
  }
};
