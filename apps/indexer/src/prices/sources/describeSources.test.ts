import { createRpc, getChain } from "@portico/evm";
import { listFeeds, startDevnet } from "@portico/devnet";
import type { PriceObservation, PriceSource } from "@portico/store";
import { afterAll, expect, test } from "vitest";
import { toLowerCase } from "../../testing/compare.ts";
import { describeSources } from "./describeSources.ts";
import { rememberSources } from "./knownSources.ts";
import type { KnownSources } from "./knownSources.ts";
import { readAggregators } from "../feeds/readAggregators.ts";

const devnet = await startDevnet({ chains: ["base"], size: { people: 2, transactions: 0, days: 2 } });
afterAll(() => devnet.stop());
const chain = getChain("base");
const rpc = createRpc({ chain, urls: [devnet.chains.base!.rpcUrl] });

const answers = listFeeds("base").map(({ aggregator }): PriceObservation => ({
  address: toLowerCase(aggregator),
  blockNumber: 1n,
  timeAt: 1,
  raw0: 1n,
  raw1: 1n,
  sqrtPrice: null,
  liquidity: null,
  supply: null,
}));
const listFound = (sources: readonly PriceSource[]) =>
  sources.map(({ address, kind }) => `${kind} ${address}`).toSorted();
const expected = answers.map(({ address }) => `feed ${address}`).toSorted();

test("feeds are found for a range that is read while another one with the same feeds is stored", async () => {
  const knownSources: KnownSources = { byAddress: new Map(), aggregators: undefined };
  const work = { chain, rpc, knownSources };
  const head = await rpc.getBlockNumber();
  const candidates = { observations: answers, tokens: [] };
  expect(listFound(await describeSources(work, candidates, head))).toEqual(expected);

  knownSources.aggregators = readAggregators(work, head).then((sources) => {
    rememberSources(knownSources, sources); // as when the other range is stored
    return sources;
  });
  expect(listFound(await describeSources(work, candidates, head))).toEqual(expected);
  expect(await describeSources(work, candidates, head)).toEqual([]);
});
