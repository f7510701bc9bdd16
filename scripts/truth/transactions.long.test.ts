/**
 * Large scenarios: histories, explanations and simulations of all user actions, while blocks arrive and are replaced.
 */
import {
  DEPLOYER,
  DISPERSER,
  MARKETPLACE,
  PERMIT2_SPENDER,
  DEVNET_CHAINS,
  SPENDERS,
  TREASURY,
  WALLET_FACTORY,
} from "@portico/devnet";
import { describe, expect, onTestFinished, test } from "vitest";
import { readChains } from "./chainTruth.ts";
import { compareActions } from "./compareActions.ts";
import { compareHistory, readPast } from "./compareHistory.ts";
import { comparePreExec } from "./comparePreExec.ts";
import { compareUntilEqual } from "./comparison.ts";
import { actionMeanings } from "./actionMeanings.ts";
import { compareMovingWalks } from "./movingWalks.ts";
import { prosper } from "./reorgs.ts";
import { runService } from "./runService.ts";

const OTHERS = [DEPLOYER, DISPERSER, MARKETPLACE, PERMIT2_SPENDER.eth, ...SPENDERS, TREASURY, WALLET_FACTORY];

describe.each([
  { seed: 21, size: { people: 40, transactions: 3_000, days: 5 } },
  { seed: 22, size: { people: 90, transactions: 6_000, days: 3 } },
])("scenario $seed of $size.transactions transactions", ({ seed, size }) => {
  test("history matches the chain, and each transaction is named as intended", async () => {
    const service = await runService(seed, size, { chains: DEVNET_CHAINS, recordActions: true });
    onTestFinished(service.stop);
    await service.waitForTokenMetadata();
    const meant = await readPast(await readChains(service.devnet));
    const transactions = await compareActions(service, meant, { each: 25 });
    console.log(`${transactions.compared} action values, ${transactions.differences.length} differ`);
    expect(transactions.differences).toEqual([]);
    await prosper(service, { seed, blocks: 100 });
    await service.catchUp();
    await service.waitForTokenMetadata();
    await service.writePoints();
    const world = await readPast(await readChains(service.devnet));
    const history = await compareUntilEqual(() => compareHistory(service, world, OTHERS));
    console.log(`${history.compared} history values, ${history.differences.length} differ`);
    expect(history.differences).toEqual([]);
    expect(history.compared).toBeGreaterThan(3 * size.transactions);
  });
});

test.each([{ seed: 31 }, { seed: 32 }, { seed: 33 }])(
  "walks find each transaction once while blocks arrive and are replaced, $seed",
  async ({ seed }) => {
    const service = await runService(seed, { people: 20, transactions: 1_500, days: 3 });
    onTestFinished(service.stop);
    const depths = Array.from({ length: 40 }, (_, index) => 1 + ((index * 23) % 64));
    const { compared, differences, walks, disturbed, sent, undone } = await compareMovingWalks(service, {
      seed,
      depths,
      lead: 70,
    });
    console.log(
      `${walks} walks, ${disturbed} of them over blocks that were replaced, ${compared} items, ${differences.length} walks differ; ${undone} blocks undone, ${sent} transactions sent`,
    );
    expect(differences).toEqual([]);
    expect(disturbed).toBeGreaterThan(10);
  },
);

/** Actions that are impossible without Aave, a farm or Lido, and those that need prices to deviate first. */
const ON_ETH = /Aave|farm|V2 share|stake coins|staked coins|^rebase$|^trade back$/;

test.each([{ seed: 41 }, { seed: 42 }])(
  "the simulation of all kinds of transactions matches their result, $seed",
  async ({ seed }) => {
    const service = await runService(
      seed,
      { people: 12, transactions: 600, days: 3 },
      { chains: DEVNET_CHAINS, recordActions: true, listPositionUrls: async (_chain, rpcUrl) => [rpcUrl] },
    );
    onTestFinished(service.stop);
    const transactions = [...service.devnet.listActions()];
    for (const chain of DEVNET_CHAINS) {
      const all = service.devnet.findPlanner(chain)?.kinds ?? [];
      const more =
        chain === "eth"
          ? [
              ...repeat("supply to Aave", 12),
              ...repeat("add to V2", 12),
              ...repeat("stake a V2 share", 6),
              ...repeat(undefined, 300),
            ]
          : [];
      const { count, compared, differences, undone, played } = await comparePreExec(service, chain, {
        kinds: [...all, ...more],
        max: 3,
      });
      transactions.push(...played);
      console.log(`${chain}: ${count} transactions simulated, ${compared} values, ${differences.length} differ`);
      expect(differences).toEqual([]);
      expect(undone.filter((kind) => kind !== "trade back" && !(chain === "base" && ON_ETH.test(kind)))).toEqual([]);
    }
    await service.catchUp();
    await service.waitForTokenMetadata();
    const world = await readPast(await readChains(service.devnet));
    const explained = await compareActions(service, world, { each: 3, transactions });
    console.log(`${explained.compared} action values, ${explained.differences.length} differ`);
    expect(explained.differences).toEqual([]);
    const done = new Set(transactions.map(({ action }) => action));
    expect(Object.keys(actionMeanings).filter((action) => !done.has(action))).toEqual([]);
  },
);

const repeat = <T>(value: T, times: number): T[] => Array.from({ length: times }, () => value);
