/** What is true stays true while the chain changes its mind and its node fails. */
import { expect, onTestFinished, test } from "vitest";
import { compareAll, type Floors, listFlaws } from "./compareAll.ts";
import { runDisturbed } from "./disturbed.ts";
import { reorganise } from "./reorgs.ts";
import { runService } from "./runService.ts";

const SIZE = { people: 6, transactions: 40, days: 2 };
const AT_LEAST: Floors = {
  balances: 1_500,
  holders: 350,
  nfts: 70,
  approvals: 80,
  "nft approvals": 20,
  "token facts": 350,
};

test("after forks of 1 to 64 blocks under load every figure is that of the chain that is left", async () => {
  const service = await runService(6, SIZE);
  onTestFinished(service.stop);
  const depths = [64, 1, 64, 7];
  const { sent, undone } = await reorganise(service, { seed: 6, depths, lead: 64 });
  expect(undone).toBe(2 * depths.reduce((sum, depth) => sum + depth, 0));
  expect(listFlaws(await compareAll(service, `${undone} blocks undone, ${sent} transactions`), AT_LEAST)).toEqual([]);
});

test("through an RPC that fails in every way, forks included, every figure is the chain's own", async () => {
  const service = await runDisturbed(9, SIZE, 0.05);
  onTestFinished(service.stop);
  await reorganise(service, { seed: 9, depths: [5, 2], lead: 10 });
  const compared = await compareAll(service, `faults, ${service.countFaults()} of them`);
  expect(listFlaws(compared, AT_LEAST)).toEqual([]);
  expect(service.countFaults()).toBeGreaterThan(10);
});
