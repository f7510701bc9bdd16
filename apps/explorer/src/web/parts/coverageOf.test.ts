import { readMeta } from "@portico/client";
import { beforeAll, expect, test } from "vitest";
import { coverageOf } from "./coverageOf.ts";
import { showLanguage } from "../testing/showLanguage.ts";

beforeAll(() => showLanguage("en"));

const read = (item: string) =>
  readMeta(new Response(null, { headers: { "portico-chains": item } })).chains.map(coverageOf)[0];

test.each([
  [
    "eth;block=2000;since=1500;history=partial;collecting",
    "Transactions since block 1,500 (25 % of the chain); older ones are being collected",
  ],
  ["eth;block=2000;since=0;history=complete", "All transactions of this address are known"],
  [
    'eth;block=2000;since=7;history=partial;reason="too many"',
    "Transactions since block 7; older ones are unknown: too many",
  ],
  [
    'eth;block=2000;since=0;history=tokens;reason="the node has no index by address"',
    "Only token transfers since block 0: the node has no index by address (the operator can set PORTICO_EXPLORER_ETH or PORTICO_PORTAL_ETH)",
  ],
  ["eth;block=2000;since=7", undefined],
])("how much of a history is known: %s", (item, expected) => {
  expect(read(item)).toBe(expected);
});
