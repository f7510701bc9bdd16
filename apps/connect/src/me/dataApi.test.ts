import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { createDataApi } from "./dataApi.ts";

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function listen(listener: RequestListener, timeoutMs?: number) {
  server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return createDataApi({ url, key: "pk_x", ...(timeoutMs !== undefined && { timeoutMs }) });
}

const QUESTION = { path: "/v1/user/token_list", query: new URLSearchParams({ id: "0x1" }) };
const AWAY = { code: "upstream_error", headers: { "Retry-After": "1" } };

test("one connection serves consecutive requests", async () => {
  const sockets = new Set<unknown>();
  const request = await listen((req, res) => void res.end(String(sockets.add(req.socket).size)));
  const answers = [await request(QUESTION), await request(QUESTION), await request(QUESTION)];
  expect(answers.map(({ bytes }) => bytes.toString())).toEqual(["1", "1", "1"]);
});

test("a missing or incomplete response is upstream_error", async () => {
  const silent = await listen(() => undefined, 50);
  await expect(silent(QUESTION)).rejects.toMatchObject(AWAY);
  server.closeAllConnections();
  server.close();
  const cut = await listen((_req, res) => {
    res.writeHead(200, { "content-length": "100" }).write("[");
    setImmediate(() => res.destroy());
  });
  await expect(cut(QUESTION)).rejects.toMatchObject(AWAY);
});

test("a connection closed by the server is not an error: the request is retried once", async () => {
  const requests: IncomingMessage[] = [];
  const request = await listen((req, res) => {
    requests.push(req);
    if (requests.length === 2) req.socket.resetAndDestroy();
    else res.end("[]");
  });
  await request(QUESTION);
  expect((await request(QUESTION)).status).toBe(200);
  expect(requests).toHaveLength(3);
});

test("an aborted request stops waiting", async () => {
  const request = await listen(() => gone.abort());
  const gone = new AbortController();
  await expect(request({ ...QUESTION, signal: gone.signal })).rejects.toMatchObject(AWAY);
});
