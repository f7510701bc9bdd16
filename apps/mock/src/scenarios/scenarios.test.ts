/** Every scenario, as seen by an application with our client. */
import { readFile } from "node:fs/promises";
import { createClient, PorticoError, unwrap, unwrapWithMeta } from "@portico/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startMock, type RunningMock } from "../testing/startMock.ts";
import { addressOf, SCENARIOS } from "./scenarios.ts";

const SOMEBODY = "0x00000000000000000000000000000000000a11ce";

let mock: RunningMock;
beforeAll(async () => {
  mock = await startMock();
});
afterAll(() => mock[Symbol.asyncDispose]());

type Way = "address" | "header";

/** A client that sets a scenario, by a special address or by the header. */
function get(name: string, way: Way, more = "") {
  const scenario = SCENARIOS.get(name);
  if (scenario === undefined) throw new Error(`No scenario ${name}`);
  const headers: Record<string, string> = way === "header" ? { "Portico-Mock": `scenario=${name}${more}` } : {};
  const client = createClient({
    baseUrl: mock.url,
    accessKey: "any",
    retry: false,
    timeoutMs: name === "hang" ? 100 : 20_000,
    fetch: (request) =>
      fetch(new Request(request, { headers: { ...Object.fromEntries(request.headers), ...headers } })),
  });
  const id = way === "header" ? SOMEBODY : addressOf(scenario);
  return { client, id };
}

const ways = ["header", "address"] as const;
const codeOf = async (call: Promise<unknown>): Promise<unknown> => {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof PorticoError)) throw error ?? new Error("It didn't fail");
  return error.code;
};

describe.each(ways)("by %s", (way) => {
  test.for([
    ["units_exhausted", "units_exhausted"],
    ["rate_limited", "rate_limited"],
    ["internal_error", "internal_error"],
    ["unavailable", "upstream_error"],
    ["cut", "unreachable"],
    ["truncated", "unreachable"],
    ["malformed", "unknown"],
    ["hang", "timeout"],
  ] as const)("%s is %s to the client", async ([name, code]) => {
    const { client, id } = get(name, way);
    expect(await codeOf(unwrap(client.GET("/v1/user/total_balance", { params: { query: { id } } })))).toBe(code);
  });

  test("a whale has 5,000 tokens more than the demo owner, with exact amounts", async () => {
    const { client, id } = get("whale", way);
    const tokens = await unwrap(client.GET("/v1/user/all_token_list", { params: { query: { id } } }));
    expect(tokens.length).toBeGreaterThan(5_000);
    expect(tokens.filter(({ raw_amount: raw, raw_amount_str: digits }) => String(raw) !== digits)).toEqual([]);
    const made = tokens.find(({ symbol }) => symbol === "MADE7");
    const query = { chain_id: "eth", id, token_id: made?.id ?? "" };
    expect(await unwrap(client.GET("/v1/user/token", { params: { query } }))).toEqual(made);
    if (way === "address") return; // a token's own address doesn't select a catalogue
    const token = client.GET("/v1/token", { params: { query: { chain_id: "eth", id: query.token_id } } });
    expect(await unwrap(token)).toMatchObject({ symbol: "MADE7", price: made?.price });
  });

  test("an empty wallet has nothing anywhere", async () => {
    const { client, id } = get("empty", way);
    const total = await unwrap(client.GET("/v1/user/total_balance", { params: { query: { id } } }));
    expect(total.total_usd_value).toBe(0);
    expect(await unwrap(client.GET("/v1/user/all_token_list", { params: { query: { id } } }))).toEqual([]);
    const [page] = await unwrap(client.GET("/v1/user/all_history_list", { params: { query: { id } } }));
    expect(page).toMatchObject({ history_list: [], next_cursor: null });
  });

  test.for([
    ["failing", "isFailed", 3],
    ["partial", "isFailed", 1],
    ["syncing", "isSyncing", 1],
  ] as const)("%s chains are named, and the others are returned", async ([name, flag, count]) => {
    const { client, id } = get(name, way);
    const { data, meta } = await unwrapWithMeta(client.GET("/v1/user/total_balance", { params: { query: { id } } }));
    const named = meta.chains.filter((chain) => chain[flag]).map(({ chain }) => chain);
    expect(named).toHaveLength(count);
    expect(data.err_chain_ids).toEqual(expect.arrayContaining(named));
    expect(data.chain_list).toHaveLength(3 - count);
    const query = { id, chain_id: named[0] ?? "" };
    expect(await codeOf(unwrap(client.GET("/v1/user/token_list", { params: { query } })))).toBe("upstream_error");
  });

  test("an unread address is not an empty wallet: responses over all chains are 503, too", async () => {
    const { client, id } = get("unread", way);
    const params = { query: { id } };
    for (const path of ["/v1/user/total_balance", "/v1/user/all_token_list", "/v1/user/all_history_list"] as const)
      expect(await codeOf(unwrap(client.GET(path, { params })))).toBe("upstream_error");
  });
});

test("impossible scenarios don't apply to an operation: health has no limit, and only an address is unread", async () => {
  const statusOf = async (target: string, scenario: string) =>
    (await fetch(mock.url + target, { headers: { AccessKey: "any", "Portico-Mock": `scenario=${scenario}` } })).status;
  expect(await statusOf("/healthz", "rate_limited")).toBe(200);
  const token = "/v1/token?chain_id=eth&id=eth";
  expect([await statusOf(token, "unread"), await statusOf(token, "failing")]).toEqual([200, 503]);
});

test("every scenario has its own address", () => {
  expect(new Set([...SCENARIOS.values()].map(addressOf)).size).toBe(SCENARIOS.size);
});

test("the guide names every scenario and its address", async () => {
  const guide = await readFile(new URL("../../../docs/qa.md", import.meta.url), "utf8");
  for (const [name, scenario] of SCENARIOS) {
    const row = guide.split("\n").find((line) => line.startsWith(`| \`${name}\` `));
    expect(row).toContain(`\`0x…${scenario.digits}\``);
  }
});

test("a slow response arrives late, and complete", async () => {
  const { client, id } = get("slow", "header", ", latency=1-3");
  expect(await unwrap(client.GET("/v1/user/used_chain_list", { params: { query: { id } } }))).not.toEqual([]);
});

test("a limited fault ends after its count: the client's own retries succeed", async () => {
  const client = createClient({
    baseUrl: mock.url,
    accessKey: "any",
    retry: { attempts: 2, maxDelayMs: 1 },
    fetch: (request) =>
      fetch(
        new Request(request, {
          headers: { ...Object.fromEntries(request.headers), "Portico-Mock": "fault=cut, times=1" },
        }),
      ),
  });
  expect(await unwrap(client.GET("/v1/chain", { params: { query: { id: "eth" } } }))).toMatchObject({ id: "eth" });
});

test("each seed has its own whale, the same on every request", async () => {
  const read = async (seed: number) => {
    const { client, id } = get("whale", "header", `, seed=${seed}`);
    const tokens = await unwrap(client.GET("/v1/user/token_list", { params: { query: { id, chain_id: "eth" } } }));
    return tokens.slice(0, 50).map((token) => token.id);
  };
  const [first, again, other] = [await read(7), await read(7), await read(8)];
  expect(first).toEqual(again);
  expect(first).not.toEqual(other);
});

test.for([
  ["scenario=unknown", "scenario must be one of empty, whale"],
  ["fault=fire", "fault must be one of"],
  ["latency=soon", "latency must be milliseconds"],
  ["latency=100000", "at most 60000"],
  ["people=3", "has the unknown directive people: use scenario, person"],
  ["person=nobody", "person must be one of empty, whale, borrower"],
  ["times=-1", "times must be a whole number"],
] as const)("Portico-Mock: %s is rejected, with the valid values: %s", async ([header, advice]) => {
  const target = `${mock.url}/v1/user/total_balance?id=${SOMEBODY}`;
  const response = await fetch(target, { headers: { AccessKey: "any", "Portico-Mock": header } });
  const { errors } = (await response.json()) as { errors?: Record<string, string> };
  expect(response.status).toBe(400);
  expect(errors?.["Portico-Mock"]).toContain(advice);
});
