/**
 * The explorer's service worker: the app opens without a connection, with the answers that were seen last. Whatever the
 * network can answer comes from the network; nothing about the session is stored.
 */
import { isAnswer, isAsset, isPage } from "./routes.ts";

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as the compiler's library advises for workers
const worker = self as unknown as ServiceWorkerGlobalScope;

/** Replaced by the server: another build is another worker. */
const BUILD = "PORTICO_BUILD";
const FILES = `portico-files-${BUILD}`;
const ANSWERS = "portico-answers";
/** Also replaced: the files of the first page, separated by spaces. */
const FIRST = "PORTICO_FILES";
const SHELL = "/explore";
const SEEN_AT = "portico-seen-at";
const MAX_ANSWERS = 200;

/** Clients that were given an old answer, and no new one since. */
const behind = new Set<string>();

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(activate()));
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate" && isPage(url.pathname)) return event.respondWith(openPage(request));
  if (isAsset(url.pathname)) return event.respondWith(readFile(event));
  if (isAnswer(url.pathname)) event.respondWith(readAnswer(event));
});

async function install(): Promise<void> {
  const files = await caches.open(FILES);
  const shell = await fetch(SHELL, { cache: "reload", credentials: "omit" });
  if (!shell.ok) throw new Error(`${SHELL} responded with ${shell.status}`);
  await Promise.all([files.put(SHELL, shell), files.addAll(FIRST.split(" "))]);
  await worker.skipWaiting();
}

async function activate(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith("portico-files-") && name !== FILES);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** The page from the network; without one the app's shell, which says that it is offline. */
async function openPage(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const shell = await (await caches.open(FILES)).match(SHELL);
    if (shell === undefined) throw error;
    return shell;
  }
}

/** Files never change: their names have the hash of their content. */
async function readFile(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const files = await caches.open(FILES);
  const known = await files.match(request);
  if (known !== undefined) return known;
  const response = await fetch(request);
  if (response.ok) event.waitUntil(files.put(request, response.clone()));
  return response;
}

async function readAnswer(event: FetchEvent): Promise<Response> {
  const { request, clientId } = event;
  try {
    const response = await fetch(request);
    if (response.ok) event.waitUntil(keep(request, response.clone())); // the page doesn't wait for the storage
    if (response.ok && behind.delete(clientId)) await tell(clientId, { kind: "new answer" });
    return response;
  } catch (error) {
    const old = request.signal.aborted ? undefined : await (await caches.open(ANSWERS)).match(request.url);
    if (old === undefined) throw error;
    behind.add(clientId);
    await tell(clientId, { kind: "old answer", seenAt: Number(old.headers.get(SEEN_AT)) });
    return old;
  }
}

/** With its time, and at most so many: the oldest make room. */
async function keep({ url }: Request, response: Response): Promise<void> {
  const headers = new Headers(response.headers);
  headers.set(SEEN_AT, String(Date.now() / 1000));
  headers.delete("content-encoding"); // the body is decoded
  const answers = await caches.open(ANSWERS);
  await answers.delete(url); // its place is that of a new one
  await answers.put(url, new Response(await response.blob(), { headers }));
  const stored = await answers.keys();
  await Promise.all(stored.slice(0, Math.max(0, stored.length - MAX_ANSWERS)).map((one) => answers.delete(one)));
}

async function tell(clientId: string, message: object): Promise<void> {
  (await worker.clients.get(clientId))?.postMessage(message);
}
