import { startDevnet } from "@portico/devnet";
import { listPrices, listTokens } from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import { expect, test } from "vitest";
import { listDevnetChains, syncToHead } from "../../testing/sync.ts";
import { computeDirectPrices } from "../testing/directPrices.ts";

const SCENARIOS = [
  { seed: 101, size: { people: 3, transactions: 40, days: 2 } },
  { seed: 102, size: { people: 12, transactions: 400, days: 4 } },
  { seed: 103, size: { people: 25, transactions: 800, days: 21 } },
  { seed: 104, size: { people: 8, transactions: 1_500, days: 2 } },
];

test.each(SCENARIOS)(
  "seed $seed: every price equals that of feeds, reserves and events",
  { timeout: 300_000 },
  async (scenario) => {
    const [devnet, database] = await Promise.all([startDevnet(scenario), createTestDatabase()]);
    await syncToHead(database.db, listDevnetChains(devnet));
    for (const chain of ["eth", "base"] as const) {
      const tokens = await listTokens(database.db, [chain]);
      const verified = new Set(tokens.filter(({ isVerified }) => isVerified).map(({ address }) => address));
      const direct = await computeDirectPrices(chain, devnet.chains[chain]!.rpcUrl, verified);
      const stored = new Map((await listPrices(database.db, [chain])).map(({ token, usd }) => [token, usd]));
      expect(new Set(stored.keys())).toEqual(new Set(direct.usd.keys()));
      const ratios = [...direct.usd].map(([token, usd]) => Math.abs(stored.get(token)! / usd - 1));
      expect(ratios.filter((ratio) => !(ratio <= 1e-12))).toEqual([]);
      const max = Math.max(...ratios).toExponential(1);
      console.log(`seed ${scenario.seed}, ${chain}: ${stored.size} prices, at most ${max} apart`);
    }
    await Promise.all([devnet.stop(), database.drop()]);
  },
);
