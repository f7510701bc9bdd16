import { operationTable } from "@portico/contract";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createClient, getPage, paginate, PorticoError, type PageablePath } from "./index.ts";
import { startServer, type Received } from "./testing/startServer.ts";

const OWNER = "0x00000000000000000000000000000000000a11ce";
const history = { params: { query: { id: OWNER, chain_id: "eth" } } };
const holders = { params: { query: { id: "eth", chain_id: "eth" } } };

const queryOf = ({ url }: Received) => Object.fromEntries(new URL(url, "http://portico.test").searchParams);
const collect = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
};

/** Serves transactions newest first, `size` per page, with cursors that are not numbers. */
const startHistory = (ids: readonly string[], size: number) =>
  startServer((response, request) => {
    const from = Number(atob(queryOf(request)["cursor"] ?? btoa("0")));
    const page = ids.slice(from, from + size).map((id) => ({ id, chain: "eth", time_at: 7 }));
    const next_cursor = from + size < ids.length ? btoa(String(from + size)) : null;
    response.writeHead(200, { "x-request-id": String(from) });
    response.end(JSON.stringify([{ history_list: page, token_dict: { [`at ${from}`]: {} }, next_cursor }]));
  });

test("a history is complete and in order, even if all of it shares one second, and there is no call after its last page", async () => {
  const ids = ["a", "b", "c", "d", "e", "f"];
  for (const [size, pages] of [
    [2, 3],
    [4, 2],
    [9, 1],
  ] as const) {
    await using server = await startHistory(ids, size);
    const client = createClient({ baseUrl: server.url });
    const items = await collect(paginate(client, "/v1/user/history_list", history));
    expect([items.map(({ id }) => id), server.received.length]).toEqual([ids, pages]);
  }
  await using empty = await startHistory([], 2);
  const client = createClient({ baseUrl: empty.url });
  expect(await collect(paginate(client, "/v1/user/all_history_list", history))).toEqual([]);
});

test("pages have the whole response with its dictionaries and headers, and the next position", async () => {
  await using server = await startHistory(["a", "b", "c"], 2);
  const client = createClient({ baseUrl: server.url });
  const pages = await collect(paginate(client, "/v1/user/history_list", history).pages());
  expect(pages.map(({ data, meta, next }) => [Object.keys(data[0]?.token_dict ?? {}), meta.requestId, next])).toEqual([
    [["at 0"], "0", { cursor: btoa("2") }],
    [["at 2"], "2", undefined],
  ]);
  const second = await getPage(client, "/v1/user/history_list", history, pages[0]?.next);
  expect(second.items.map(({ id }) => id)).toEqual(["c"]);
});

test("no call is made before its items are needed, nor after the loop is left", async () => {
  await using server = await startHistory(["a", "b", "c", "d"], 2);
  const items = paginate(createClient({ baseUrl: server.url }), "/v1/user/history_list", history);
  expect(server.received).toEqual([]);
  for await (const { id } of items) if (id === "b") break;
  expect(server.received).toHaveLength(1);
});

test("an abort ends a loop within a page", async () => {
  await using server = await startHistory(["a", "b", "c", "d"], 2);
  const abort = new AbortController();
  const init = { ...history, signal: abort.signal };
  const seen: string[] = [];
  const loop = async () => {
    for await (const { id } of paginate(createClient({ baseUrl: server.url }), "/v1/user/history_list", init)) {
      seen.push(id);
      abort.abort(new Error("enough"));
    }
  };
  await expect(loop()).rejects.toThrow("enough");
  expect([seen, server.received.length]).toEqual([["a"], 1]);
});

test("a history without an end, or with a premature one, throws", async () => {
  const answers = ['[{"history_list":[],"next_cursor":"x"}]', '[{"history_list":[{"id":"a"}]}]'];
  for (const answer of answers) {
    await using server = await startServer((response) => response.writeHead(200).end(answer));
    const items = paginate(createClient({ baseUrl: server.url }), "/v1/user/history_list", history);
    const error = await collect(items).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: "PorticoError", message: expect.stringContaining("next_cursor") });
  }
});

test("an error on a later page is thrown from the loop like any call's", async () => {
  await using server = await startServer((response, request) =>
    queryOf(request)["start"] === undefined
      ? response.writeHead(200).end(JSON.stringify(Array.from({ length: 100 }, (_, index) => [`0x${index}`, 1])))
      : response.writeHead(400).end('{"code":"invalid_params","message":"start is too large"}'),
  );
  const items = paginate(createClient({ baseUrl: server.url }), "/v1/token/top_holders", holders);
  const error = await collect(items).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(PorticoError);
  expect(error).toMatchObject({ code: "invalid_params", status: 400 });
});

/** Serves a list by start and limit; `between` changes it before each page but the first. */
const startList = (list: { all: readonly unknown[]; named?: string }, between?: () => void) =>
  startServer((response, request, count) => {
    if (count > 1) between?.();
    const { start = "0", limit = "20" } = queryOf(request);
    const page = list.all.slice(Number(start), Number(start) + Number(limit));
    const body = list.named === undefined ? page : { [list.named]: page, total_count: list.all.length };
    response.writeHead(200).end(JSON.stringify(body));
  });

test("any list is complete and without duplicates, whatever the page size and the first position", async () => {
  const list = { all: [] as [string, number][] };
  await using server = await startList(list);
  const client = createClient({ baseUrl: server.url });
  const numbers = fc.record({ length: fc.nat(30), limit: fc.integer({ min: 1, max: 12 }), start: fc.nat(30) });
  await fc.assert(
    fc.asyncProperty(numbers, async ({ length, limit, start }) => {
      list.all = Array.from({ length }, (_, index) => [`0x${index}`, 1]);
      const init = { params: { query: { ...holders.params.query, limit, start } } };
      expect(await collect(paginate(client, "/v1/token/top_holders", init))).toEqual(list.all.slice(start));
    }),
    { numRuns: 50 },
  );
});

test("lists with a total end there without another call, and are read with the largest limit", async () => {
  const list = { named: "follower_list", all: Array.from({ length: 200 }, (_, index) => ({ id: `0x${index}` })) };
  await using server = await startList(list);
  const items = await collect(paginate(createClient({ baseUrl: server.url }), "/v1/me/follower_list", {}));
  expect(items).toEqual(list.all);
  expect(server.received.map(queryOf)).toEqual([{ limit: "100" }, { limit: "100", start: "100" }]);
  const init = { params: { query: { limit: undefined as unknown as number } } }; // an app whose types allow that
  expect(await collect(paginate(createClient({ baseUrl: server.url }), "/v1/me/follower_list", init))).toEqual(
    list.all,
  );
});

test("an item that moves to a later page meanwhile is returned once; the same id on another chain is another item", async () => {
  const token = (id: string, chain: string) => ({ id, chain });
  const list = { all: [token("a", "eth"), token("a", "base"), token("b", "eth"), token("c", "eth")] };
  await using server = await startList(list, () => (list.all = [token("new", "eth"), ...list.all]));
  const client = createClient({ baseUrl: server.url });
  const items = await collect(paginate(client, "/cloud/token", { params: { query: { limit: 2 } } }));
  expect(items.map(({ id, chain }) => `${chain}:${id}`)).toEqual(["eth:a", "base:a", "eth:b", "eth:c"]);
});

test("a field mask without the chain hides nothing: an address is a different contract on each chain", async () => {
  const list = { all: [{ id: "0x42" }, { id: "0x42" }, { id: "0x43" }] };
  await using server = await startList(list);
  const init = { params: { query: { limit: 2 }, header: { "X-Fields": "id" } } };
  expect(await collect(paginate(createClient({ baseUrl: server.url }), "/cloud/token", init))).toEqual(list.all);
});

test("a response without a list is an error, not an empty list", async () => {
  for (const body of ["{}", "null", "5", '"x"', '{"error":"a proxy"}']) {
    await using server = await startServer((response) => response.writeHead(200).end(body));
    const client = createClient({ baseUrl: server.url });
    for (const items of [
      paginate(client, "/v1/user/history_list", history),
      paginate(client, "/v1/token/top_holders", holders),
      paginate(client, "/v1/me/follower_list", {}),
    ])
      await expect(collect<unknown>(items)).rejects.toMatchObject({ name: "PorticoError", code: "unknown" });
  }
});

test("every operation of the contract with pages can be paginated", () => {
  const ways: Record<PageablePath, "cursor" | "start"> = {
    "/cloud/collection": "start",
    "/cloud/contract": "start",
    "/cloud/protocol/list": "start",
    "/cloud/token": "start",
    "/dashboard/audit_log": "start",
    "/dashboard/ledger": "start",
    "/dashboard/operator/accounts": "start",
    "/dashboard/operator/accounts/{account_id}/ledger": "start",
    "/dashboard/notices": "start",
    "/dashboard/operator/messages": "start",
    "/dashboard/operator/unit_requests": "start",
    "/dashboard/requests": "start",
    "/dashboard/subscriptions": "start",
    "/dashboard/subscriptions/{subscription_id}/dead_letters": "start",
    "/dashboard/unit_requests": "start",
    "/v1/account/subscriptions": "start",
    "/v1/account/subscriptions/{subscription_id}/dead_letters": "start",
    "/v1/collection/nft_list": "start",
    "/v1/me/all_history_list": "cursor",
    "/v1/me/follower_list": "start",
    "/v1/me/following_list": "start",
    "/v1/me/history_list": "cursor",
    "/v1/protocol/top_holders": "start",
    "/v1/token/top_holders": "start",
    "/v1/user/all_history_list": "cursor",
    "/v1/user/history_list": "cursor",
  };
  const ofContract = Object.values(operationTable).flatMap(({ path, parameters }) => {
    const way = parameters.find(({ name }) => name === "cursor" || name === "start")?.name;
    return way === undefined ? [] : [[path, way]];
  });
  expect(Object.fromEntries(ofContract)).toEqual(ways);
  for (const [path, way] of Object.entries(ways)) expect(path.endsWith("history_list")).toBe(way === "cursor");
});
