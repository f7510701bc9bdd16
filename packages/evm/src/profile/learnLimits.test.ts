import { expect, test } from "vitest";
import type { RpcCall } from "../jsonRpcPost.ts";
import { learnLimits } from "./learnLimits.ts";
import { findNamedRate } from "./namedLimit.ts";
import { redact } from "./redact.ts";
import { toRefusal } from "./toRefusal.ts";

const HEAD = 20_000_000;
const toHex = (value: number): string => `0x${value.toString(16)}`;
const FROM = HEAD - 50_000;
const logs = (filter: object = {}) => ({
  method: "eth_getLogs",
  params: [{ fromBlock: toHex(FROM), toBlock: toHex(FROM + 49_999), topics: [["0xaa", "0xbb"]], ...filter }],
});
const addressed = logs({ address: "0x01" });
const open = logs();
const old = { method: "eth_getBalance", params: ["0x01", toHex(HEAD - 1_000)] };
const only = (method: string) => ({ method, params: [] });

/** As the providers' documentation and their users' reports have them. */
const REFUSALS: [string, RpcCall, number, string, object][] = [
  [
    "Alchemy",
    addressed,
    -32_600,
    "Under the Free tier plan, you can make eth_getLogs requests with up to a 10 block range. Based on your parameters, this block range should work: [0x1, 0xa].",
    { log_blocks: 10 },
  ],
  [
    "Alchemy, open",
    open,
    -32_600,
    "You can make eth_getLogs requests with up to a 500 block range. Based on your parameters, this block range should work: [0x123c9b2, 0x123cba5]",
    { open_log_blocks: 500 },
  ],
  [
    "Alchemy, results",
    addressed,
    -32_602,
    "Log response size exceeded. You can make eth_getLogs requests with up to a 2K block range and no limit on the response size, or you can request any block range with a cap of 10K logs in the response.",
    {},
  ],
  ["Infura", addressed, -32_602, "range 1000000 exceeds limit of 10000", { log_blocks: 10_000 }],
  [
    "Infura, results",
    addressed,
    -32_005,
    "query returned more than 10000 results. Try with this block range [0x1, 0x2].",
    {},
  ],
  ["QuickNode", addressed, -32_614, "eth_getLogs is limited to a 10,000 range", { log_blocks: 10_000 }],
  ["dRPC", addressed, 35, "ranges over 10000 blocks are not supported on free plan", { log_blocks: 10_000 }],
  [
    "dRPC, methods",
    only("trace_block"),
    35,
    "method is not available on freetier, please upgrade to paid tier",
    { "method trace_block": 0 },
  ],
  ["publicnode", addressed, -32_701, "exceed maximum block range: 50000", { log_blocks: 49_999 }],
  [
    "publicnode, open",
    open,
    -32_701,
    "Please specify an address in your request or, to remove restrictions, order a dedicated full node here: https://www.allnodes.com/eth/host",
    { log_address: 0 },
  ],
  [
    "publicnode, old",
    old,
    -32_602,
    "Archive requests require a personal token",
    { state_block: 1_000 - HEAD - 1, state_depth: 999 },
  ],
  [
    "Cloudflare",
    addressed,
    -32_047,
    "Invalid eth_getLogs request. 'fromBlock'-'toBlock' range too large. Max range: 800",
    { log_blocks: 800 },
  ],
  ["LlamaNodes", addressed, -32_602, "query exceeds max block range 1000", { log_blocks: 1_000 }],
  ["Ankr", addressed, -32_600, "block range is too wide", { log_blocks: 49_999 }],
  ["Blast", open, -32_600, "Block range too large; currently limited to 10 blocks", { open_log_blocks: 10 }],
  [
    "Chainstack",
    addressed,
    -32_602,
    "Block range limit exceeded. See more details at https://docs.chainstack.com/docs/limits#evm-range-limits",
    { log_blocks: 49_999 },
  ],
  [
    "Chainstack, old",
    old,
    -32_002,
    "Archive, Debug and Trace requests are not available on your current plan.",
    { state_block: 1_000 - HEAD - 1, state_depth: 999 },
  ],
  [
    "Chainstack, traces",
    only("debug_traceBlockByHash"),
    -32_002,
    "Archive, Debug and Trace requests are not available on your current plan.",
    { "method debug_traceBlockByHash": 0 },
  ],
  ["Tenderly, results", addressed, -32_005, "query returned more than 20000 results", {}],
  ["1rpc", addressed, -32_602, "eth_getLogs is limited to 0 - 50 blocks range", { log_blocks: 50 }],
  ["Moralis", addressed, -32_603, "eth_getLogs range is too large, max is 1k blocks", { log_blocks: 1_000 }],
  [
    "geth",
    {
      method: "eth_getLogs",
      params: [{ fromBlock: "0x1", toBlock: "0x2", topics: [Array.from({ length: 1_500 }, () => "0x")] }],
    },
    -32_602,
    "exceed max addresses or topics per search position",
    { log_topics: 1_499 },
  ],
  [
    "Nitro",
    {
      method: "eth_getLogs",
      params: [{ fromBlock: "0x1", toBlock: "0x2", topics: [Array.from({ length: 1_011 }, () => "0x")] }],
    },
    -32_000,
    "1011 address and topic selectors specified in query, but only 1000 are allowed",
    { log_topics: 1_000 },
  ],
  [
    "geth, method",
    only("eth_getBlockReceipts"),
    -32_601,
    "the method eth_getBlockReceipts does not exist/is not available",
    { "method eth_getBlockReceipts": 0 },
  ],
  [
    "geth, old",
    old,
    -32_000,
    "missing trie node 0a1b (path ) state 0x0a1b is not available, not found",
    { state_block: 1_000 - HEAD - 1, state_depth: 999 },
  ],
  [
    "geth, history",
    logs({ address: "0x01" }),
    4444,
    "pruned history unavailable",
    { history_block: -FROM - 1, history_depth: HEAD - FROM - 1 },
  ],
  [
    "geth, overrides",
    { method: "eth_call", params: [{}, "latest", {}] },
    -32_602,
    "too many arguments, want at most 2",
    { overrides: 0 },
  ],
  [
    "Hardhat, overrides in eth_estimateGas alone",
    { method: "eth_estimateGas", params: [{}, "latest", {}] },
    -32_602,
    "trailing characters at line 1 column 190",
    { gas_overrides: 0 },
  ],
  ["Hardhat, method", only("trace_block"), -32_004, "Method trace_block is not supported", { "method trace_block": 0 }],
  [
    "Hardhat, a block that is no longer there",
    { method: "eth_getBalance", params: ["0x01", { blockHash: "0xab" }] },
    -32_000,
    "Received invalid block tag 0xab. Latest block number is 2",
    {},
  ],
  [
    "execution-apis, traces of such a block",
    { method: "debug_traceBlockByHash", params: ["0xab", {}] },
    -32_000,
    "block 0xab not found",
    {},
  ],
  [
    "Hardhat, logs of such a block",
    { method: "eth_getLogs", params: [{ blockHash: "0xab", topics: [] }] },
    -32_602,
    "blockHash cannot be found",
    {},
  ],
  [
    "a node by numbers only",
    { method: "eth_call", params: [{}, { blockHash: "0x01" }] },
    -32_602,
    "invalid argument 1: json: cannot unmarshal object",
    { block_hash: 0 },
  ],
  ["Besu", old, -32_000, "World state unavailable", { state_block: 1_000 - HEAD - 1, state_depth: 999 }],
  ["Erigon", old, -32_000, "state at block 19999000 is pruned", { state_block: 1_000 - HEAD - 1, state_depth: 999 }],
  [
    "Reth, traces",
    { method: "trace_filter", params: [{ fromBlock: "0x1", toBlock: "0x400" }] },
    -32_602,
    "Block range too large; currently limited to 100 blocks",
    { trace_filter_blocks: 100 },
  ],
];

test.each(REFUSALS)("%s", (_name, call, code, message, limits) => {
  const learned = learnLimits(call, { code, message }, HEAD);
  expect(Object.fromEntries(learned.map(({ name, value }) => [name, value]))).toEqual(limits);
  for (const limit of learned.filter(({ name }) => !name.endsWith("_depth"))) {
    // the same is understood from our own words
    const again = learnLimits(call, toRefusal("node", limit), HEAD).map(({ name }) => name);
    expect(again).toContain(limit.name);
  }
});

test.each([
  ["a lagging node", { method: "eth_getBalance", params: ["0x01", toHex(HEAD - 2)] }, -32_000, "header not found"],
  [
    "new state that isn't there yet",
    { method: "eth_getBalance", params: ["0x01", toHex(HEAD)] },
    -32_000,
    "historical state unavailable",
  ],
  ["a range beyond the head", addressed, -32_602, "block range extends beyond current head block"],
  [
    "a reversed range",
    { method: "eth_getLogs", params: [{ fromBlock: "0x9", toBlock: "0x1" }] },
    -32_602,
    "invalid block range params",
  ],
  ["a rate limit", addressed, -32_005, "rate limit exceeded"],
  [
    "a contract's words",
    { method: "eth_call", params: [{}, "latest"] },
    3,
    "execution reverted: the method is not available",
  ],
  ["an essential method", only("eth_getBalance"), -32_601, "the method eth_getBalance does not exist"],
  ["a proxy's fault", old, -32_000, 'Post "http://evm-archive:8545": dial tcp: connect: connection refused'],
  ["both parameters", { method: "eth_call", params: [{}, { blockHash: "0x01" }, {}] }, -32_602, "invalid params"],
])("nothing is learned from %s", (_name, call, code, message) => {
  expect(learnLimits(call, { code, message }, HEAD)).toEqual([]);
});

test.each([
  ["50/second request limit reached - reduce calls per second or upgrade your account at quicknode.com", 50],
  ["limited to 25 requests per second", 25],
  ["Your app has exceeded its compute units per second capacity", undefined],
  ["You've exceeded the RPS limit available on the current plan", undefined],
])("the rate of %s", (message, rate) => {
  expect(findNamedRate(message)).toBe(rate);
});

test("a stored message contains no key of the URL, and no more than a line", () => {
  const url = "https://user:pa%24sword@node.example/v2/0123456789abcdef?apikey=fedcba9876543210";
  const text = `no such key: 0123456789abcdef (fedcba9876543210)\nfor user pa$sword ${"x".repeat(500)}`;
  expect(redact(url, text)).toMatch(/^no such key: \*\*\* \(\*\*\*\) for user \*\*\* x{100,}$/);
  expect(redact(url, text)).toHaveLength(200);
});

test("a secret that contains another one is hidden as a whole", () => {
  expect(redact("https://portico:portico-secret-key@node.example", "refused: portico-secret-key")).toBe("refused: ***");
});
