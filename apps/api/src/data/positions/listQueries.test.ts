import { getChain, type Address } from "@portico/evm";
import type { Adapter, Deployed, Signals } from "@portico/protocols";
import { unknownToken } from "@portico/store";
import { expect, test } from "vitest";
import { ChainTokens } from "../tokens/chainTokens.ts";
import { createHolding } from "../portfolio/holdings.ts";
import { listQueries } from "./listQueries.ts";
import { toSources } from "./positionSources.ts";

const CLERK: Address = `0x${"1".repeat(40)}`;
const [OWNER, BANK, FARM, RECEIPT, TOKEN, UNTRUSTED] = ["a", "b", "c", "d", "e", "f"].map(
  (digit): Address => `0x${digit.repeat(40)}`,
) as [Address, Address, Address, Address, Address, Address];

const event = { type: "event", name: "Staked", inputs: [] } as const;
const deploy = (
  id: string,
  signals: Signals,
  adapter: Partial<Adapter> = { listPositions: async () => [] },
): Deployed => ({
  id,
  chain: "eth",
  contracts: {},
  signals,
  addresses: new Set([BANK]),
  adapter: { id, name: id, siteUrl: "", category: "vault", deployments: {}, ...adapter },
});
const named = {
  ...deploy("named", { events: [{ event, emitters: [CLERK], owners: [] }] }, {}),
  addresses: new Set([CLERK]),
};
const sources = toSources(
  [
    deploy("bank", { events: [{ event, emitters: [BANK], owners: [] }] }),
    deploy("lido", { nfts: [FARM] }),
    deploy("wallet", { events: [{ event, owners: [] }] }, { listAccounts: async () => [] }),
    deploy("named", { events: [{ event, emitters: [BANK], owners: [] }], nfts: [FARM] }, {}),
  ],
  [named],
);

const tokens = new ChainTokens(getChain("eth"));
tokens.put({ ...unknownToken("eth", RECEIPT), protocolId: "lido" }, undefined);
const hold = (token: Address) => createHolding(tokens.findOrAdd(token), 1n);

const nothing = { owner: OWNER, holdings: [], interactions: [], nfts: [], since: 0n };
const list = (traces: Partial<typeof nothing> & object) =>
  listQueries(sources, { ...nothing, ...traces }).map(({ deployed: { id }, receipts, nfts, interactions }) => ({
    id,
    receipts,
    nfts: [...nfts],
    interactions,
  }));
const none = { receipts: [], nfts: [], interactions: [] };

test("an owner without any relation is read in no protocol", () => {
  expect(list({ holdings: [hold(TOKEN)] as never })).toEqual([]);
});

test("an NFT and an event of an identified contract lead to the protocol that identified it, and to no other", () => {
  const found = list({
    interactions: [
      { contract: UNTRUSTED, key: "0x1", protocolId: "lido" },
      { contract: BANK, key: "0x2", protocolId: "lido" },
    ] as never,
    nfts: [{ contract: TOKEN, tokenId: 5n }] as never,
    protocolOfNft: (contract: Address) => (contract === TOKEN ? "bank" : undefined),
  } as never);
  expect(found).toEqual([
    { ...none, id: "lido", interactions: [{ contract: UNTRUSTED, key: "0x1" }] },
    { ...none, id: "bank", interactions: [{ contract: BANK, key: "0x2" }], nfts: [[TOKEN, [5n]]] },
    { ...none, id: "wallet", interactions: [{ contract: BANK, key: "0x2" }] },
  ]);
});

test("a protocol whose contracts don't respond is not read, and hides no other that identified its contract", () => {
  const found = list({
    interactions: [{ contract: BANK, key: "0x2", protocolId: "lido" }] as never,
    isDead: (id: string) => id !== "lido",
  } as never);
  expect(found).toEqual([{ ...none, id: "lido", interactions: [{ contract: BANK, key: "0x2" }] }]);
});

test("a receipt, an NFT and an event each lead to their protocol", () => {
  expect(list({ holdings: [hold(RECEIPT)] as never })).toEqual([{ ...none, id: "lido", receipts: [RECEIPT] }]);
  const nfts = [7n, 8n].map((tokenId) => ({ contract: FARM, tokenId }));
  expect(list({ nfts: nfts as never })).toEqual([{ ...none, id: "lido", nfts: [[FARM, [7n, 8n]]] }]);
  const interaction = { contract: BANK, key: "0x2a" };
  expect(list({ interactions: [interaction] as never })).toMatchObject([
    { id: "bank", interactions: [interaction] },
    { id: "wallet" },
  ]);
});

test("an event of an unknown contract leads to adapters that accept any emitter", () => {
  const interaction = { contract: UNTRUSTED, key: "" };
  expect(list({ interactions: [interaction] as never })).toEqual([
    { ...none, id: "wallet", interactions: [interaction] },
  ]);
});

test("an event of an app's contract, or of a protocol without positions, leads to no other", () => {
  expect(list({ interactions: [{ contract: CLERK, key: "" }] as never })).toEqual([]);
});

test("on a chain indexed from a later block, protocols found by events are read anyway", () => {
  expect(list({ since: 5n })).toEqual([{ ...none, id: "bank" }]);
});

test("a protocol without positions is never read", () => {
  expect(sources.byId.has("named")).toBe(false);
});
