import type { ServerResponse } from "node:http";
import { createServer as createTcpServer } from "node:net";
import { once } from "node:events";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { FetchError } from "./fetchError.ts";
import { fetchGuarded } from "./fetchGuarded.ts";
import { PUBLIC_RULES } from "./fetchRules.ts";
import type { FetchRules } from "./fetchRules.ts";
import { listConnections, startHost } from "./testing/startHost.ts";

/** Fast to create: the best compression of 50 MB takes longer than a request's timeout. */
const brotliBomb = brotliCompressSync(Buffer.alloc(50_000_000), {
  params: { [constants.BROTLI_PARAM_QUALITY]: 1 },
});

const MEGABYTE = Buffer.alloc(1_000_001, "x");
const json = { "content-type": "application/json; charset=utf-8" };

const host = await startHost((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? "/", "https://x");
  const to = searchParams.get("to");
  if (pathname === "/redirect" && to !== null) response.writeHead(302, { location: to }).end();
  else if (pathname === "/loop") response.writeHead(307, { location: "/loop" }).end();
  else if (pathname === "/nowhere") response.writeHead(301).end();
  else if (pathname === "/raw") response.writeHead(302, { location: Buffer.from("/é?😀").toString("latin1") }).end();
  else if (pathname === "/gzip")
    response.writeHead(200, { ...json, "content-encoding": "gzip" }).end(gzipSync('{"a":1}'));
  else if (pathname === "/br")
    response.writeHead(200, { ...json, "content-encoding": "br" }).end(brotliCompressSync('{"a":1}'));
  else if (pathname === "/bomb")
    response.writeHead(200, { ...json, "content-encoding": "gzip" }).end(gzipSync(Buffer.alloc(50_000_000)));
  else if (pathname === "/brotli-bomb") response.writeHead(200, { ...json, "content-encoding": "br" }).end(brotliBomb);
  else if (pathname === "/hollow") writeHollow(response.writeHead(200, { ...json, "content-encoding": "gzip" }));
  else if (pathname === "/twice")
    response.writeHead(200, { ...json, "content-encoding": "gzip, gzip" }).end(gzipSync(gzipSync('{"a":1}')));
  else if (pathname === "/odd") response.writeHead(200, { ...json, "content-encoding": "zip" }).end("x");
  else if (pathname === "/broken") response.writeHead(200, { ...json, "content-encoding": "gzip" }).end("not gzip");
  else if (pathname === "/empty") response.writeHead(200, { ...json, "content-encoding": "gzip" }).end();
  else if (pathname === "/large") response.writeHead(200, json).end(MEGABYTE);
  else if (pathname === "/endless") writeForever(response.writeHead(200, json));
  else if (pathname === "/dribble") setInterval(() => response.write("x"), 50).unref();
  else if (pathname === "/silent") return;
  else if (pathname === "/cut")
    response.writeHead(200, { ...json, "content-length": "100" }).write("x", () => response.destroy());
  else if (pathname === "/cut-gzip")
    response
      .writeHead(200, { ...json, "content-encoding": "gzip", "content-length": "100" })
      .write(gzipSync('{"a":1}').subarray(0, 20), () => response.destroy());
  else if (pathname === "/other-protocol")
    response.socket?.end("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n");
  else if (pathname === "/status") sendStatus(response, searchParams);
  else response.writeHead(200, json).end('{"a":1}');
});
afterAll(() => host.stop());

function writeForever(response: NodeJS.WritableStream): void {
  if (response.writable) response.write(MEGABYTE, () => writeForever(response));
}

/** Blocks of gzip that decompress to nothing, without end. */
function writeHollow(response: NodeJS.WritableStream): void {
  response.write(gzipSync("").subarray(0, 10));
  const blocks = Buffer.alloc(50_000, Buffer.from([0, 0, 0, 0xff, 0xff]));
  const more = (): void => {
    if (response.writable) response.write(blocks, more);
  };
  more();
}

const get = (url: string, rules: Partial<FetchRules> = {}) =>
  fetchGuarded(url, { ...host.rules, ...rules }, { signal: new AbortController().signal, wantsBody: () => true });

function sendStatus(response: ServerResponse, query: URLSearchParams): void {
  const after = query.get("after");
  response.writeHead(Number(query.get("code")), after === null ? {} : { "retry-after": after }).end();
}

async function faultOf(url: string, rules: Partial<FetchRules> = {}): Promise<FetchError> {
  const error = await get(url, rules).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(FetchError);
  return error as FetchError;
}

async function fail(url: string, rules: Partial<FetchRules> = {}): Promise<{ message: string; isPermanent: boolean }> {
  const { message, fault } = await faultOf(url, rules);
  return { message, isPermanent: fault.isPermanent };
}

test("an allowed file is fetched, compressed or not, with verification of the host's certificate", async () => {
  for (const path of ["/", "/gzip", "/br", `/redirect?to=${encodeURIComponent(host.url("/", "b.nft.test"))}`]) {
    const { contentType, body } = await get(host.url(path));
    expect([contentType, body.toString()]).toEqual(["application/json", '{"a":1}']);
  }
  expect(await fail(host.url("/"), { ca: undefined })).toMatchObject({
    message: expect.stringMatching(/certificate/i),
  });
  expect(await fail(host.url("/", "other.test"))).toMatchObject({ message: expect.stringMatching(/altnames/i) });
});

test("a redirect to a location in raw UTF-8 is followed, as in browsers", async () => {
  const before = host.requests.length;
  expect((await get(host.url("/raw"))).body.toString()).toBe('{"a":1}');
  expect(host.requests.slice(before)).toEqual(["/raw", "/%C3%A9?%F0%9F%98%80"]);
});

test("the body is not read if it is not wanted", async () => {
  const signal = new AbortController().signal;
  const { body } = await fetchGuarded(host.url("/endless"), host.rules, { signal, wantsBody: () => false });
  expect(body).toHaveLength(0);
});

const INSIDE = [
  "https://127.0.0.1",
  "https://localhost",
  "https://2130706433",
  "https://0x7f000001",
  "https://0177.0.0.1",
  "https://127.1",
  "https://[::1]",
  "https://[::ffff:127.0.0.1]",
  "https://[::ffff:7f00:1]",
  "https://[64:ff9b::7f00:1]",
  "https://[2002:7f00:1::]",
  "https://169.254.169.254",
  "https://10.0.0.1",
  "https://172.16.0.1",
  "https://192.168.0.1",
  "https://100.64.0.1",
  "https://0.0.0.0",
  "https://[fd00::1]",
  "https://[fe80::1]",
];

test.each(INSIDE)("X06: %s is refused by default, without a connection", async (origin) => {
  const { isAllowedAddress } = PUBLIC_RULES;
  const before = host.requests.length;
  const connections = await listConnections(async () => {
    expect(await fail(`${origin}:${host.port}/`, { isAllowedAddress })).toMatchObject({
      message: expect.stringContaining("not a public address"),
      isPermanent: true,
    });
  });
  expect([connections, host.requests.length - before]).toEqual([[], 0]);
});

test("the list of connections has those of the work, not those of others in this process", async () => {
  const { promise: started, resolve: start } = Promise.withResolvers<void>();
  const others = started.then(() => get(host.url("/")));
  const connections = await listConnections(async () => {
    start();
    await Promise.all([others, get(host.url("/"))]);
  });
  expect(connections).toEqual([`127.0.0.1:${host.port}`]);
});

test.each([
  ["127.0.0.1"],
  ["::1"],
  ["169.254.169.254"],
  ["10.1.2.3"],
  ["8.8.8.8", "10.1.2.3"],
  ["2606:4700:4700::1111", "::ffff:10.1.2.3"],
])("X06: a name that resolves to %s %s is refused, without a connection", async (...addresses) => {
  const { isAllowedAddress } = PUBLIC_RULES;
  const resolve = async () => addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
  const connections = await listConnections(async () => {
    expect(await fail(host.url("/"), { isAllowedAddress, resolve })).toMatchObject({ isPermanent: true });
  });
  expect(connections).toEqual([]);
});

test.each([
  ...INSIDE,
  "http://nft.test",
  "file:///etc/passwd",
  "https://user:secret@a.nft.test",
  "https://a.nft.test:22",
  "data:text/plain,x",
])("X06: a redirect to %s is not followed", async (target) => {
  let checks = 0;
  const isAllowedAddress = (address: string) => checks++ === 0 || PUBLIC_RULES.isAllowedAddress(address);
  const connections = await listConnections(async () => {
    const start = host.url(`/redirect?to=${encodeURIComponent(target)}`);
    expect(await fail(start, { isAllowedAddress })).toMatchObject({ isPermanent: true });
  });
  expect(connections).toEqual([`127.0.0.1:${host.port}`]);
});

test("X06: a name that is public at first and private in a redirect is not connected to again", async () => {
  const { isAllowedAddress } = PUBLIC_RULES;
  const names: string[] = [];
  const resolve = async (name: string) => {
    names.push(name);
    return [{ address: names.length === 1 ? "127.0.0.1" : "10.0.0.1", family: 4 }];
  };
  const isAllowedHere = (address: string) => address === "127.0.0.1" || isAllowedAddress(address);
  const connections = await listConnections(async () => {
    const start = host.url(`/redirect?to=${encodeURIComponent(host.url("/", "b.nft.test"))}`);
    expect(await fail(start, { isAllowedAddress: isAllowedHere, resolve })).toEqual({
      message: "b.nft.test is at 10.0.0.1, which is not a public address",
      isPermanent: true,
    });
  });
  expect([connections, names]).toEqual([[`127.0.0.1:${host.port}`], ["a.nft.test", "b.nft.test"]]);
});

test("a name is resolved once per request, and only checked addresses are connected to", async () => {
  const answers = ["127.0.0.1", "10.0.0.1"];
  const names: string[] = [];
  const resolve = async (name: string) => {
    names.push(name);
    return [{ address: answers[names.length - 1] ?? "10.0.0.1", family: 4 }];
  };
  expect((await get(host.url("/", "rebind.nft.test"), { resolve })).body.toString()).toBe('{"a":1}');
  expect(names).toEqual(["rebind.nft.test"]);
});

test.each([
  ["http://a.nft.test/", /only https/],
  ["ftp://a.nft.test/", /only https/],
  ["https://user@a.nft.test/", /credentials/],
  ["https://a.nft.test:8443/", /port/],
  ["not a url", /not a URL/],
  [`https://a.nft.test/${"a".repeat(3000)}`, /too long/],
])("%s is refused before any connection", async (url, message) => {
  const connections = await listConnections(async () => {
    expect(await fail(url)).toEqual({ message: expect.stringMatching(message), isPermanent: true });
  });
  expect(connections).toEqual([]);
});

test("X08: a response that is too large, overly compressed or in an unknown encoding fails at once, permanently", async () => {
  for (const path of ["/large", "/endless", "/bomb", "/brotli-bomb", "/hollow", "/twice", "/odd"]) {
    expect(await fail(host.url(path))).toEqual({
      message: expect.stringMatching(/bytes|unknown content encoding/),
      isPermanent: true,
    });
  }
  for (const path of ["/loop", "/nowhere"]) {
    expect(await fail(host.url(path))).toEqual({ message: expect.stringMatching(/redirect/), isPermanent: true });
  }
});

test("X08: slow, broken or unavailable hosts fail, and may be retried", async () => {
  for (const path of ["/silent", "/dribble"]) {
    expect(await fail(host.url(path), { timeoutMs: 300 })).toEqual({ message: "took too long", isPermanent: false });
  }
  for (const path of ["/cut", "/broken", "/status?code=404", "/status?code=429", "/status?code=503"]) {
    expect(await fail(host.url(path))).toMatchObject({ isPermanent: false });
  }
  expect(await fail(host.url("/status?code=410"))).toMatchObject({ isPermanent: true });
  expect(await fail(host.url("/"), { resolve: async () => [] })).toMatchObject({ isPermanent: false });
  const resolve = () => new Promise<never>(() => undefined);
  expect(await fail(host.url("/"), { resolve, timeoutMs: 100 })).toMatchObject({ message: "took too long" });
});

test("a refusal has its status, and when to retry, in seconds or as a date", async () => {
  const faultAt = async (query: string) => (await faultOf(host.url(`/status?${query}`))).fault;
  expect(await faultAt("code=409")).toEqual({ isPermanent: false, isHostDown: false, status: 409 });
  expect(await faultAt("code=429&after=7")).toMatchObject({ isHostDown: true, status: 429, retryAfterMs: 7_000 });
  const past = encodeURIComponent(new Date(0).toUTCString());
  expect(await faultAt(`code=503&after=${past}`)).toMatchObject({ isHostDown: true, status: 503, retryAfterMs: 0 });
  expect(await faultAt("code=503&after=soon")).not.toHaveProperty("retryAfterMs");
});

test("X08: a response that switches protocols fails at once", async () => {
  expect(await fail(host.url("/other-protocol"))).toEqual({ message: "closed without a response", isPermanent: false });
});

test("X08: a file that can't be decompressed is not a host failure; a truncated response is", async () => {
  for (const path of ["/broken", "/empty"])
    expect((await faultOf(host.url(path))).fault).toEqual({ isPermanent: false, isHostDown: false });
  for (const path of ["/cut", "/cut-gzip"])
    expect((await faultOf(host.url(path))).fault).toEqual({ isPermanent: false, isHostDown: true });
});

test("a server that never speaks TLS times out", async () => {
  const mute = createTcpServer().listen(0, "127.0.0.1");
  await once(mute, "listening");
  const address = mute.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  mute.on("connection", (socket) => socket.on("error", () => undefined));
  expect(await fail(`https://a.nft.test:${port}/`, { ports: [port], timeoutMs: 200 })).toMatchObject({
    message: "took too long",
  });
  mute.close();
});
