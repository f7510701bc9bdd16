import { getEventListeners } from "node:events";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { createClient, unwrap } from "../index.ts";
import { startServer, type Received } from "../testing/startServer.ts";
import { batchTokens } from "./index.ts";

const addressOf = (index: number) => `0x${index.toString(16).padStart(40, "0")}`;
const NONE = addressOf(0xdead);

/** Knows all tokens but one, in lower case; an id that is no address spoils a list, as on the real server. */
const startTokens = () =>
  startServer((response, { url }) => {
    const { pathname, searchParams } = new URL(url, "http://portico.test");
    const chain = searchParams.get("chain_id");
    const ids = (searchParams.get("ids") ?? searchParams.get("id") ?? "").toLowerCase().split(",");
    const refuse = (status: number, code: string) =>
      response.writeHead(status).end(JSON.stringify({ code, message: `${code} ${ids.join()}` }));
    if (chain === "busy") return refuse(429, "rate_limited");
    if (ids.some((id) => !/^(?:eth|0x[0-9a-f]{40})$/.test(id))) return refuse(400, "invalid_address");
    const known = ids.filter((id) => id !== NONE).map((id) => ({ id, chain }));
    response.setHeader("portico-chains", `${chain};block=7`);
    if (pathname === "/v1/token/list_by_ids") return response.end(JSON.stringify(known));
    return known.length === 0 ? refuse(400, "token_not_found") : response.end(JSON.stringify(known[0]));
  });

const pathsOf = (received: readonly Received[]) => received.map(({ url }) => url.replace(/\?.*/, ""));

const clientAt = (baseUrl: string) => {
  const client = batchTokens(createClient({ baseUrl, retry: false }));
  const get = (id: string, chain = "eth", init: object = {}) =>
    client.GET("/v1/token", { params: { query: { chain_id: chain, id } }, ...init });
  return { client, get };
};

test("lookups of one tick are one call for each chain, and every caller gets its own token", async () => {
  await using server = await startTokens();
  const { get } = clientAt(server.url);
  const upper = `0x${addressOf(0xabc).slice(2).toUpperCase()}`;
  const asked = [get("eth"), get(upper), get(addressOf(2)), get("eth"), get("eth", "base"), get(addressOf(2), "base")];
  const results = await Promise.all(asked);
  expect(results.map(({ data }) => [data?.chain, data?.id])).toEqual([
    ["eth", "eth"],
    ["eth", upper.toLowerCase()],
    ["eth", addressOf(2)],
    ["eth", "eth"],
    ["base", "eth"],
    ["base", addressOf(2)],
  ]);
  expect(results.map(({ meta, response }) => [meta.chains[0]?.block, response.status])).toEqual(
    asked.map(() => [7, 200]),
  );
  expect(server.received.map(({ url }) => url).toSorted()).toEqual([
    `/v1/token/list_by_ids?chain_id=base&ids=eth,${addressOf(2)}`,
    `/v1/token/list_by_ids?chain_id=eth&ids=eth,${upper},${addressOf(2)}`,
  ]);
});

test("one lookup, or one id, is the call itself; a later tick is another call", async () => {
  await using server = await startTokens();
  const { get } = clientAt(server.url);
  await Promise.all([get("eth"), get("eth")]);
  await get(addressOf(1));
  expect(server.received.map(({ url }) => url.replace(/&.*/, ""))).toEqual([
    "/v1/token?chain_id=eth",
    "/v1/token?chain_id=eth",
  ]);
});

test("more ids than the contract permits are several calls", async () => {
  const file = fileURLToPath(import.meta.resolve("@portico/contract/openapi.json"));
  const { paths } = JSON.parse(readFileSync(file, "utf8")) as {
    paths: Record<string, { get: { parameters: { name?: string; schema: { maxItems: number } }[] } }>;
  };
  const list = paths["/v1/token/list_by_ids"]?.get.parameters.find(({ name }) => name === "ids");
  const most = list?.schema.maxItems ?? 0;
  expect(most).toBe(100);
  await using server = await startTokens();
  const { get } = clientAt(server.url);
  const ids = Array.from({ length: most + 2 }, (_, index) => addressOf(index));
  const tokens = await Promise.all(ids.map((id) => unwrap(get(id))));
  expect(tokens.map(({ id }) => id)).toEqual(ids);
  const sent = server.received.map(({ url }) => url.split("ids=")[1]?.split(",").length);
  expect(sent).toEqual([100, 2]);
});

test("every caller gets its own error, and the others their tokens", async () => {
  await using server = await startTokens();
  const alone = createClient({ baseUrl: server.url, retry: false });
  const { get } = clientAt(server.url);
  const ids = ["eth", NONE, "nonsense", addressOf(3)];
  for (const some of [ids, ids.filter((id) => id !== "nonsense")]) {
    const errors = (await Promise.all(some.map((id) => get(id)))).map(({ data, error }) => data?.id ?? error);
    const expected = some.map((id) => alone.GET("/v1/token", { params: { query: { chain_id: "eth", id } } }));
    expect(errors).toEqual((await Promise.all(expected)).map(({ data, error }) => data?.id ?? error));
  }
});

test("an error that concerns all is everybody's, without further calls", async () => {
  await using server = await startTokens();
  const { get } = clientAt(server.url);
  const [first, second] = await Promise.all([get("eth", "busy"), get(addressOf(1), "busy")]);
  expect([first?.error?.code, second?.error?.code]).toEqual(["rate_limited", "rate_limited"]);
  expect(pathsOf(server.received)).toEqual(["/v1/token/list_by_ids"]);
  await server[Symbol.asyncDispose]();
  const failed = await Promise.allSettled([get("eth"), get(addressOf(1))]);
  for (const one of failed) expect(one).toMatchObject({ status: "rejected", reason: { code: "unreachable" } });
});

test("a key that may not call the list calls the operation", async () => {
  await using server = await startServer((response, { url }) =>
    url.startsWith("/v1/token/list_by_ids")
      ? response.writeHead(403).end(`{"code":"operation_not_allowed","message":"no"}`)
      : response.end(`{"id":"${new URL(url, "http://portico.test").searchParams.get("id")}"}`),
  );
  const { get } = clientAt(server.url);
  const tokens = await Promise.all([unwrap(get("eth")), unwrap(get(addressOf(1)))]);
  expect(tokens.map(({ id }) => id)).toEqual(["eth", addressOf(1)]);
});

test("a caller's abort ends its own lookup; once all have, the call", async () => {
  const aborted: boolean[] = [];
  const fetch = ({ signal, url }: Request) =>
    new Promise<Response>((resolve, reject) => {
      const ids = new URL(url).searchParams.get("ids")?.split(",") ?? [];
      const answer = () => resolve(Response.json(ids.map((id) => ({ id }))));
      const timer = setTimeout(answer, 40);
      signal.addEventListener("abort", () => {
        clearTimeout(timer);
        aborted.push(true);
        reject(signal.reason as Error);
      });
    });
  const client = batchTokens(createClient({ baseUrl: "http://portico.test", fetch }));
  const get = (id: string, signal?: AbortSignal) =>
    client.GET("/v1/token", { params: { query: { chain_id: "eth", id } }, signal: signal ?? null });
  const one = new AbortController();
  const lookups = [get("eth", one.signal), get(addressOf(1))];
  setTimeout(() => one.abort(new Error("enough")), 5);
  const [first, second] = await Promise.allSettled(lookups);
  expect(first).toMatchObject({ status: "rejected", reason: { message: "enough" } });
  expect(second).toMatchObject({ status: "fulfilled", value: { data: { id: addressOf(1) } } });
  expect(aborted).toEqual([]);
  const both = new AbortController();
  const ended = [
    get("eth", both.signal),
    get(addressOf(1), both.signal),
    get("eth", AbortSignal.abort(new Error("no"))),
  ];
  setTimeout(() => both.abort(new Error("enough")), 5);
  for (const result of await Promise.allSettled(ended)) expect(result.status).toBe("rejected");
  expect(aborted).toEqual([true]);
});

test("a caller's abort ends its own lookup, also when others ask for the same id", async () => {
  await using server = await startTokens();
  const { get } = clientAt(server.url);
  const one = new AbortController();
  const lookups = [get("eth", "eth", { signal: one.signal }), get("eth")];
  queueMicrotask(() => queueMicrotask(() => one.abort(new Error("enough"))));
  const [first, second] = await Promise.allSettled(lookups);
  expect(first).toMatchObject({ status: "rejected", reason: { message: "enough" } });
  expect(second).toMatchObject({ status: "fulfilled", value: { data: { id: "eth" } } });
});

test.each([
  ["refuses", () => new Response(`{"code":"invalid_address","message":"no"}`, { status: 400 })],
  ["lacks the id", () => Response.json([{ id: "eth" }])],
])("an abort during a list that %s leaves no rejection unhandled", async (_what, answer) => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => void unhandled.push(reason);
  process.on("unhandledRejection", note);
  const one = new AbortController();
  const fetch = ({ url }: Request) => {
    if (!url.includes("list_by_ids")) return Promise.resolve(Response.json({ id: "eth" }));
    one.abort(new Error("enough"));
    return Promise.resolve(answer());
  };
  const client = batchTokens(createClient({ baseUrl: "http://portico.test", fetch }));
  const get = (id: string, signal: AbortSignal | null = null) =>
    client.GET("/v1/token", { params: { query: { chain_id: "eth", id } }, signal });
  const [first, second] = await Promise.allSettled([get(addressOf(1), one.signal), get("eth")]);
  await new Promise((resolve) => void setTimeout(resolve, 20));
  process.off("unhandledRejection", note);
  expect(first).toMatchObject({ status: "rejected", reason: { message: "enough" } });
  expect(second).toMatchObject({ status: "fulfilled", value: { data: { id: "eth" } } });
  expect(unhandled).toEqual([]);
});

test("a signal keeps no listeners of lookups that have ended", async () => {
  await using server = await startTokens();
  const { get } = clientAt(server.url);
  const { signal } = new AbortController();
  const lookups = ["eth", addressOf(1), NONE, NONE].map((id) => get(id, "eth", { signal }));
  await Promise.all([...lookups, get("eth", "base", { signal })]);
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

test("other calls, and lookups with options of their own, are sent as they are", async () => {
  await using server = await startTokens();
  const { client, get } = clientAt(server.url);
  await Promise.all([
    get("eth", "eth", { timeoutMs: 5_000 }),
    get(addressOf(1), "eth", {
      params: { query: { chain_id: "eth", id: addressOf(1) }, header: { "X-Fields": "{id}" } },
    }),
    client.GET("/v1/chain/list"),
    client.request("get", "/v1/token", { params: { query: { chain_id: "eth", id: "eth" } } }),
  ]);
  expect(pathsOf(server.received).toSorted()).toEqual(["/v1/chain/list", "/v1/token", "/v1/token", "/v1/token"]);
});
