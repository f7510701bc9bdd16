import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rawRequest } from "@portico/server/testing";
import { expect, onTestFinished, test } from "vitest";
import { createDocsServer } from "./createDocsServer.ts";

const homeOf = (explorer: string): string =>
  `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; connect-src 'self'; base-uri 'none'"><title>Docs</title><a href="${explorer}/explore">${explorer}</a>`;

type Tail<List extends readonly unknown[]> = List extends [unknown, ...infer Rest] ? Rest : never;

async function open(...[limits, urls]: Partial<Tail<Parameters<typeof createDocsServer>>>) {
  const folder = await mkdtemp(join(tmpdir(), "portico-docs-server-"));
  await writeFile(join(folder, "docs.txt"), "docs");
  await writeFile(join(folder, "index.html"), homeOf("http://127.0.0.1:4006"));
  const { server } = await createDocsServer(folder, limits, urls);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    server.close();
    server.closeAllConnections();
    await rm(folder, { recursive: true });
  });
  return { server, port: (server.address() as AddressInfo).port };
}

test("H01, H02 slow headers and bodies time out", async () => {
  const { port } = await open({ headersTimeout: 100, requestTimeout: 200, connectionsCheckingInterval: 50 });
  const [headers, body] = await Promise.all([
    rawRequest(port, ["GET / HTTP/1.1\r\n", ...Array.from({ length: 10 }, (_, n) => `X-${n}: a\r\n`)], 50),
    rawRequest(port, ["POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{", " "], 50),
  ]);
  expect(headers).toMatch(/^HTTP\/1\.1 408 /);
  expect(body).toMatch(/^HTTP\/1\.1 405 /);
});

test("H06 connections are limited in time and number by default", async () => {
  const { server } = await open();
  expect(server.headersTimeout).toBeLessThanOrEqual(10_000);
  expect(server.requestTimeout).toBeLessThanOrEqual(30_000);
  expect(server.maxConnections).toBeLessThanOrEqual(10_000);
});

test("the first page leads to the apps of the deployment, and may send requests to two of them", async () => {
  const { port } = await open(undefined, { explorer: "https://explorer.example/a&b" });
  const page = await (await fetch(`http://127.0.0.1:${port}/`)).text();
  expect(page).toBe(homeOf("https://explorer.example/a&#38;b"));
  const { port: other } = await open(undefined, {
    mock: "https://mock.example/a",
    explorer: "https://explorer.example",
  });
  const response = await fetch(`http://127.0.0.1:${other}/`);
  expect(await response.text()).toContain(`<meta name="portico-mock" content="https://mock.example/a">`);
  expect(response.headers.get("content-security-policy")).toContain("connect-src 'self' https://mock.example;");
});
