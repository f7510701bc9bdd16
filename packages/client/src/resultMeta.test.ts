import * as fc from "fast-check";
import { serializeList, Token } from "structured-headers";
import { expect, test } from "vitest";
import { readMeta } from "./index.ts";
import { parseStructuredList } from "./structuredList.ts";

const metaOf = (headers: Record<string, string>) => readMeta(new Response(null, { headers }));

const UNKNOWN = { block: undefined, timeAt: undefined, sinceBlock: undefined, positionsBlock: undefined };
const FINE = {
  isSyncing: false,
  isUnread: false,
  isUnserved: false,
  isFailed: false,
  isScanning: false,
  isRefreshing: false,
  history: undefined,
  isCollecting: false,
  historyReason: undefined,
};

test("every chain of a response has its status and block", () => {
  const header =
    'eth;block=23650000;time=1763700000;since=23642800;positions=23649990;refreshing;missing="aave3 lido", base;syncing, op;unread, arb;unserved, bsc;failed';
  const [eth, ...others] = metaOf({ "portico-chains": header }).chains;
  expect(eth).toEqual({
    ...FINE,
    chain: "eth",
    block: 23_650_000,
    timeAt: 1_763_700_000,
    sinceBlock: 23_642_800,
    positionsBlock: 23_649_990,
    isRefreshing: true,
    missingProtocols: ["aave3", "lido"],
  });
  const bare = { ...UNKNOWN, ...FINE, missingProtocols: [] };
  expect(others).toEqual([
    { ...bare, chain: "base", isSyncing: true },
    { ...bare, chain: "op", isUnread: true },
    { ...bare, chain: "arb", isUnserved: true },
    { ...bare, chain: "bsc", isFailed: true },
  ]);
});

test("an address's history is known since a block, and may be collected further back", () => {
  const header =
    'eth;block=9;since=5;history=partial;collecting;scanning, base;block=9;since=0;history=complete, op;block=9;since=3;history=tokens;reason="no index", arb;block=9';
  const chains = metaOf({ "portico-chains": header }).chains.map(
    ({ sinceBlock, history, isCollecting, historyReason, isScanning }) => [
      sinceBlock,
      history,
      isCollecting,
      historyReason,
      isScanning,
    ],
  );
  expect(chains).toEqual([
    [5, "partial", true, undefined, true],
    [0, "complete", false, undefined, false],
    [3, "tokens", false, "no index", false],
    [undefined, undefined, false, undefined, false],
  ]);
});

test("the rate limit belongs to the policy that counted; units are what the account has left", () => {
  const headers = {
    "x-request-id": "01K",
    ratelimit: '"units";r=4200, "default";r=87;t=1',
    "ratelimit-policy": '"default";q=100;w=1',
  };
  expect(metaOf(headers)).toEqual({
    requestId: "01K",
    unitsRemaining: 4200,
    rateLimit: { policy: "default", limit: 100, remaining: 87, resetSeconds: 1 },
    chains: [],
  });
});

test("a key without a limit has infinitely many calls left", () => {
  const [max, policy] = ['"default";r=999999999999999;t=1', '"default";q=999999999999999;w=1'];
  expect(metaOf({ ratelimit: max, "ratelimit-policy": policy }).rateLimit).toMatchObject({
    limit: Infinity,
    remaining: Infinity,
  });
});

test("a rate limit without a remaining count is unknown, not used up", () => {
  for (const ratelimit of ['"default"', '"default";r=x', '"default";r=1.5;t=1', '"default";t=3'])
    expect(metaOf({ ratelimit }).rateLimit).toBeUndefined();
  expect(metaOf({ ratelimit: '"a";t=3, "b";r=7' }).rateLimit).toMatchObject({ policy: "b", remaining: 7 });
});

test("a response without these headers, or with invalid ones, has empty metadata", () => {
  const nothing = { requestId: undefined, unitsRemaining: undefined, rateLimit: undefined, chains: [] };
  expect(metaOf({})).toEqual(nothing);
  expect(metaOf({ "portico-chains": ",;=", ratelimit: '"', "ratelimit-policy": "=" })).toEqual(nothing);
});

test("any list of the server's kind survives serializing and parsing", () => {
  const key = fc.stringMatching(/^[a-z][a-z\d_.*-]{0,8}$/);
  const text = fc.stringMatching(/^[ -~]{0,12}$/); // including quotes, backslashes, commas and semicolons
  const bare = fc.oneof(fc.integer(), text, fc.constant(true as const));
  const token = fc.stringMatching(/^[A-Za-z][A-Za-z\d_.-]{0,8}$/).map((name) => new Token(name));
  const item = fc.tuple(
    fc.oneof(token, text),
    fc.array(fc.tuple(key, bare)).map((params) => new Map(params)),
  );
  fc.assert(
    fc.property(fc.array(item), (list) => {
      expect(parseStructuredList(serializeList(list))).toEqual(
        list.map(([value, params]) => ({ value: value.toString(), params })),
      );
    }),
  );
});
