import { once } from "node:events";
import { Agent, get, type RequestListener, type ServerResponse } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { createHttpServer } from "./createHttpServer.ts";
import { rawRequest } from "../testing/rawRequest.ts";

const TIMEOUT_MS = 20_000;

async function listen(answer: RequestListener) {
  const server = createHttpServer(answer);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => server.closeAllConnections());
  return { server, port: (server.address() as AddressInfo).port };
}

/** A server that responds on command. */
async function listenLate() {
  const waiting: ServerResponse[] = [];
  const { server, port } = await listen((_req, res) => void waiting.push(res));
  const arrived = async (count: number) => {
    while (waiting.length < count) await sleep(1);
  };
  const answer = () => waiting.splice(0).map((res) => res.end("late"));
  return { server, port, arrived, answer };
}

const REQUEST = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";

test("H13: a stop completes open requests, then closes their connections, and accepts no new ones", async () => {
  const { server, port, arrived, answer } = await listenLate();
  const responses = Array.from({ length: 20 }, () => rawRequest(port, [REQUEST]));
  await arrived(20);
  const stopped = server.stop(TIMEOUT_MS);
  await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow("fetch failed");
  answer();
  for (const text of await Promise.all(responses))
    expect(text).toMatch(/^HTTP\/1.1 200 OK\r\nConnection: close[^]*late/);
  expect(await stopped).toBe(0);
});

test("a client that keeps sending requests does not keep a stopping server up", async () => {
  const { server, port } = await listen(
    (_req, res) => setTimeout(() => res.flushHeaders(), 5) && setTimeout(() => res.end("x"), 10),
  );
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const requestOnce = () =>
    new Promise<boolean>((resolve) => {
      get({ port, host: "127.0.0.1", agent }, (res) => res.resume().once("end", () => resolve(true))).once(
        "error",
        () => resolve(false),
      );
    });
  await requestOnce();
  const open = new Promise<void>((resolve) => {
    const request = get({ port, host: "127.0.0.1", agent }, (res) => res.resume().once("end", resolve));
    request.once("response", () => void server.stop(TIMEOUT_MS)); // the headers, with keep-alive, have been sent
  });
  await open;
  while (await requestOnce());
  await expect(rawRequest(port, [REQUEST])).rejects.toThrow("ECONNREFUSED");
  agent.destroy();
});

test("a request over the time limit is cut and counted; an idle connection is not waited for", async () => {
  const { server, port, arrived } = await listenLate();
  const silent = connect(port, "127.0.0.1");
  await once(silent, "connect");
  const never = rawRequest(port, [REQUEST]);
  await arrived(1);
  expect(await server.stop(50)).toBe(1);
  expect(await never).toBe("");
  await once(silent.resume(), "close");

  const { server: idle, port: other } = await listenLate();
  const quiet = connect(other, "127.0.0.1");
  await once(quiet, "connect");
  expect(await idle.stop(TIMEOUT_MS)).toBe(0);
  expect(quiet.destroy().bytesRead).toBe(0);
});
