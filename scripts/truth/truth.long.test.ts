import { expect, test } from "vitest";
import { compareBalances } from "./compareBalances.ts";
import { runService } from "./runService.ts";

test.each([
  { seed: 11, size: { people: 150, transactions: 10_000 } },
  { seed: 12, size: { people: 60, transactions: 5_000 } },
])("in a large scenario, seed $seed, every balance still equals the chain's own", async ({ seed, size }) => {
  const service = await runService(seed, size);
  const { compared, differences } = await compareBalances(service);
  await service.stop();
  console.log(`scenario ${seed}: ${compared} balances compared, ${differences.length} differ`);
  expect(differences).toEqual([]);
  expect(compared).toBeGreaterThan(1_000);
});
