import { chains, getChain } from "@portico/evm";
import type { HistoryStatus } from "@portico/store";
import { parseList, serializeList, Token } from "structured-headers";
import { expect, test } from "vitest";
import { chainsHeader } from "./chainsHeader.ts";

const synced = (id: string, since: bigint) => ({
  chain: getChain(id),
  blockNumber: 19_000_000n,
  timeAt: 1_763_700_000,
  since,
});

test("it is a list of tokens with parameters, in the RFC's form", () => {
  const survey = {
    synced: [synced("eth", 18_992_800n), synced("base", 0n)],
    syncing: [getChain("op")],
    unread: [getChain("bsc")],
    unserved: [getChain("arb")],
  };
  const text = chainsHeader(survey)["Portico-Chains"];
  expect(text).toBe(
    "eth;block=19000000;time=1763700000;since=18992800, base;block=19000000;time=1763700000, op;syncing, bsc;unread, arb;unserved",
  );
  expect(serializeList(parseList(text))).toBe(text);
});

test("it says that only the common tokens of an owner are read", () => {
  const text = chainsHeader({ synced: [{ ...synced("eth", 7n), isScanning: true }, synced("base", 0n)] })[
    "Portico-Chains"
  ];
  expect(text).toBe("eth;block=19000000;time=1763700000;since=7;scanning, base;block=19000000;time=1763700000");
});

test("it names missing positions, and the block at which positions were read", () => {
  const lacks = [
    { chain: "base", positionsBlock: 18_999_999n, isRefreshing: true, missing: [] },
    { chain: "eth", positionsBlock: undefined, isRefreshing: false, missing: ["aave3", "lido"] },
  ];
  const text = chainsHeader({ synced: [synced("eth", 0n), synced("base", 7n)] }, lacks)["Portico-Chains"];
  expect(text).toBe(
    'eth;block=19000000;time=1763700000;missing="aave3 lido", base;block=19000000;time=1763700000;since=7;positions=18999999;refreshing',
  );
  expect(serializeList(parseList(text))).toBe(text);
});

test("every slug is a token", () => {
  const text = chainsHeader({ unserved: chains })["Portico-Chains"];
  expect(parseList(text).map(([item]) => item)).toEqual(chains.map(({ slug }) => new Token(slug)));
});

test("no chains, no text", () => {
  expect(chainsHeader({})).toEqual({ "Portico-Chains": "" });
});

test("it has the ledger's status, with the first open pairs", () => {
  const ledger = {
    openCount: 7,
    open: [
      { token: "0x00000000000000000000000000000000000000a1", fromBlock: 5n, toBlock: 9n },
      { token: "0x00000000000000000000000000000000000000a2", fromBlock: 8n, toBlock: 9n },
    ],
  } as const;
  const closed = { ...synced("base", 7n), ledger: { openCount: 0, open: [] } };
  const text = chainsHeader({
    synced: [{ ...synced("eth", 0n), ledger: { ...ledger, open: [...ledger.open] } }, closed],
  });
  expect(text["Portico-Chains"]).toBe(
    'eth;block=19000000;time=1763700000;ledger=open;pairs=7;open="0x00000000000000000000000000000000000000a1:6-9 0x00000000000000000000000000000000000000a2:9-9", base;block=19000000;time=1763700000;since=7;ledger=closed',
  );
  expect(serializeList(parseList(text["Portico-Chains"]))).toBe(text["Portico-Chains"]);
});

test.each<[string, HistoryStatus, string]>([
  ["being collected", { state: "collecting", logsFrom: 5n }, ";since=7;history=partial;collecting"],
  ["all of it", { state: "complete", logsFrom: 5n }, ";since=7;history=complete"],
  ["logs alone", { state: "tokens", logsFrom: 0n, reason: "no index" }, ';since=0;history=tokens;reason="no index"'],
  [
    "a part of it",
    { state: "partial", logsFrom: 5n, reason: 'a "quoted" \\ reason – long' },
    String.raw`;since=7;history=partial;reason="a \"quoted\" \\ reason ? long"`,
  ],
])("it has an owner's history, and since when it is known: %s", (_kind, history, expected) => {
  const text = chainsHeader({ synced: [{ ...synced("eth", 7n), history }, synced("base", 0n)] })["Portico-Chains"];
  const times = "block=19000000;time=1763700000";
  expect(text).toBe(`eth;${times}${expected}, base;${times}`);
  expect(serializeList(parseList(text))).toBe(text);
});

test("a complete history says so where it begins with the chain", () => {
  const history = { state: "complete", logsFrom: 0n } as const;
  expect(chainsHeader({ synced: [{ ...synced("eth", 0n), history }] })["Portico-Chains"]).toContain(
    ";since=0;history=complete",
  );
});
