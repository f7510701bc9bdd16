/** Answers about the past of a large scenario, while blocks arrive and are replaced: each is what the node has at its block. */
import type { Address } from "viem";
import { expect, onTestFinished, test } from "vitest";
import { readChains } from "./chainTruth.ts";
import { compareCurves } from "./compareCurves.ts";
import {
  comparePastApprovals,
  comparePastBalances,
  comparePastHistories,
  comparePastNftApprovals,
  comparePastNfts,
} from "./comparePast.ts";
import { reorganise } from "./reorgs.ts";
import { readValueTruths } from "./valueTruth.ts";
import { runService } from "./runService.ts";

test.each([61, 62])("scenario %i: random owners at random blocks", async (seed) => {
  const service = await runService(
    seed,
    { people: 30, transactions: 2_000 },
    { listPositionUrls: async (_chain, rpcUrl) => [rpcUrl] },
  );
  onTestFinished(service.stop);
  await reorganise(service, { seed, depths: [3, 17, 1, 30], lead: 40 });
  await service.catchUp();
  await service.waitForTokenMetadata();
  const truths = await readChains(service.devnet);
  const owners = service.devnet.users.map((owner) => owner.toLowerCase() as Address);
  await service.writePoints();
  const newest = Math.max(...[...truths.values()].map(({ timeAt }) => timeAt));
  const sample = { seed, count: 150 };
  const parts = {
    balances: await comparePastBalances(service, truths, sample),
    nfts: await comparePastNfts(service, truths, { ...sample, owners, from: 60 }),
    approvals: await comparePastApprovals(service, truths, { ...sample, owners }),
    nftApprovals: await comparePastNftApprovals(service, truths, { ...sample, owners, from: 60 }),
    curves: await compareCurves(service, await readValueTruths(service), {
      owners: owners.slice(0, 3),
      days: 1,
      timeAt: newest - 30_000,
    }),
    histories: await comparePastHistories(service, truths, { ...sample, count: 40, owners }),
  };
  const counts = Object.entries(parts).map(
    ([name, { compared, differences }]) => `${compared} ${name} (${differences.length} differ)`,
  );
  console.log(`scenario ${seed}: ${counts.join(", ")}`);
  expect(Object.values(parts).flatMap(({ differences }) => differences)).toEqual([]);
  expect(parts.balances.compared).toBeGreaterThan(10_000);
  expect(parts.curves.compared).toBeGreaterThan(2_000);
});
