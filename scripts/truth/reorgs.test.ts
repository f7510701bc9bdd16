/** Correctness across reorgs and node failures. */
import { expect, onTestFinished, test } from "vitest";
import { compareAll, type Floors, listFlaws } from "./compareAll.ts";
import { runDisturbed } from "./disturbed.ts";
import { reorganise } from "./reorgs.ts";

const SIZE = { people: 6, transactions: 40, days: 2 };
const AT_LEAST: Floors = {
  balances: 1_500,
  holders: 350,
  nfts: 70,
  approvals: 80,
  "nft approvals": 20,
  "token facts": 350,
};

test("after forks of up to 64 blocks, through an RPC that fails in every way, every figure is that of the final chain", async () => {
  const service = await runDisturbed(9, SIZE, 0.05);
  onTestFinished(service.stop);
  const depths = [64, 3];
  const { sent, undone } = await reorganise(service, { seed: 9, depths, lead: 64 });
  expect(undone).toBe(2 * depths.reduce((sum, depth) => sum + depth, 0));
  const title = `${undone} blocks undone, ${sent} transactions, ${service.countFaults()} faults`;
  expect(listFlaws(await compareAll(service, title), AT_LEAST)).toEqual([]);
  expect(service.countFaults()).toBeGreaterThan(10);
});
