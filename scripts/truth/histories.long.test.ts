/** Histories from each source and through endpoints with limits, beside a full index of the same chain. */
import { startNodeProfile, type NodeProfile } from "@portico/evm/testing/nodeProfiles";
import { startExplorerServer } from "@portico/indexer/testing/explorerServer";
import { startPortalServer } from "@portico/indexer/testing/portalServer";
import type { IndexedChain } from "@portico/indexer";
import { listPriceSources } from "@portico/store";
import type { Address } from "viem";
import { afterEach, beforeEach, expect, inject, onTestFinished, test } from "vitest";
import { compareAnswers } from "./compareAnswers.ts";
import { comparePastPrices, untilPastPricesRead } from "./comparePastPrices.ts";
import { PAST_PRICE_DAYS, runService, type RunningService } from "./runService.ts";
import { untilCollected } from "./untilCollected.ts";

const chains = ["eth"] as const;
const seed = inject("propertySeed");
let full: RunningService;
let owners: Address[];

/** For each case: cases move the chain's time, and some balances depend on when they were read. */
beforeEach(async () => {
  full = await runService(seed, { people: 20, transactions: 1_000 }, { chains });
  owners = full.devnet.users.slice(0, 10).map((owner) => owner.toLowerCase() as Address);
  await full.waitForTokenMetadata();
});

afterEach(() => full.stop());

type History = IndexedChain["history"];
const NO_INDEX = /^(ots|trace)_/;

const startExplorer =
  (style: "blockscout" | "etherscan", pageSize: number) =>
  async (rpcUrl: string): Promise<History> => {
    const explorer = await startExplorerServer(rpcUrl, { style, pageSize });
    onTestFinished(() => explorer.stop());
    return { explorer: explorer.url };
  };
const startPortal = async (rpcUrl: string): Promise<History> => {
  const portal = await startPortalServer(rpcUrl, {});
  onTestFinished(() => portal.stop());
  return { portal: portal.url };
};

interface Case {
  name: string;
  profile: NodeProfile;
  startHistory?: (rpcUrl: string) => Promise<History>;
}

const CASES: Case[] = [
  { name: "ots", profile: {} },
  { name: "ots, 25 requests a second, 50 ms", profile: { rps: 25, delayMs: 50 } },
  { name: "ots, no batches", profile: { maxBatch: 1 } },
  { name: "ots, 1,000 blocks of logs", profile: { logBlocks: 1_000, maxBatch: 10 } },
  { name: "ots, an HTML page now and then", profile: { htmlEvery: 7 } },
  { name: "Etherscan", profile: { lacks: NO_INDEX }, startHistory: startExplorer("etherscan", 100) },
  { name: "Blockscout", profile: { lacks: NO_INDEX }, startHistory: startExplorer("blockscout", 1_000) },
  { name: "SQD portal", profile: { lacks: NO_INDEX }, startHistory: startPortal },
];

test.each(CASES)("$name", async ({ name, profile, startHistory }) => {
  const { devnet } = full;
  const history = await startHistory?.(devnet.chains.eth!.rpcUrl);
  const listRpcUrls = async (_chain: string, rpcUrl: string): Promise<string[]> => {
    const node = await startNodeProfile(rpcUrl, profile);
    onTestFinished(() => node.stop());
    return [node.url];
  };
  const partial = await runService(seed, {}, { chains, devnet, listRpcUrls, owners: { history } });
  onTestFinished(partial.stop);
  await compareAnswers(full, partial, owners); // requests them
  const complete = await untilCollected(partial.db, owners.length);
  await partial.waitForTokenMetadata();
  const { compared, differences: all } = await compareAnswers(full, partial, owners);
  const differences = all.filter((difference) => !difference.includes(" summary: ")); // in the order of values in USD
  console.log(
    `${name}: ${compared} values of ${owners.length} owners, ${differences.length} differ; ${complete} complete`,
  );
  expect(differences).toEqual([]);
  if (profile.rps === undefined) await expectPastPrices(name, partial); // else a tenth of the rate is used for them
  expect([complete, compared > 20_000]).toEqual([owners.length, true]);
});

/** Pools and rates of tokens that owners hold are searched for once a minute, stored with a later block, and read at the next. */
async function untilPoolsFound(partial: RunningService): Promise<void> {
  const { rpcUrl } = full.devnet.chains.eth!;
  const send = (method: string, ...params: unknown[]) => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    return fetch(rpcUrl, { method: "POST", headers: { "content-type": "application/json" }, body });
  };
  const mine = async (): Promise<void> => {
    await send("evm_mine");
    await Promise.all([full.catchUp(), partial.catchUp()]);
  };
  const isPool = ({ kind }: { kind: string }): boolean => kind === "v2" || kind === "v3";
  await send("evm_increaseTime", 60);
  do await mine();
  while (!(await listPriceSources(partial.db, "eth")).some(isPool));
  await mine();
}

async function expectPastPrices(name: string, partial: RunningService): Promise<void> {
  await untilPoolsFound(partial);
  await Promise.all([full.writePoints(), partial.writePoints()]);
  await untilPastPricesRead(partial.db, PAST_PRICE_DAYS);
  const { compared, priced, differences } = await comparePastPrices(full, partial, owners);
  console.log(`${name}: ${compared} values that depend on prices, ${priced} in USD; ${differences.length} differ`);
  expect(differences).toEqual([]);
  expect(priced).toBeGreaterThan(3_000);
}
