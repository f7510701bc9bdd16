/** Large scenarios with continuous forks and RPC failures: in the end every figure is the chain's own. */
import { describe, expect, onTestFinished, test } from "vitest";
import { compareAll, type Floors, listFlaws } from "./compareAll.ts";
import { runDisturbed } from "./disturbed.ts";
import { prosper, reorganise } from "./reorgs.ts";
import { runService } from "./runService.ts";

/** Every depth from 1 to 64, alternately shallow and deep. */
const EVERY_DEPTH = Array.from({ length: 64 }, (_, index) => (index % 2 === 0 ? index / 2 + 1 : 64 - (index - 1) / 2));

/** A tenth below the counts of the smallest scenario; for tokens, five fields of each of some eighty contracts. */
const AT_LEAST: Floors = {
  balances: 6_000,
  holders: 1_500,
  nfts: 900,
  approvals: 1_300,
  "nft approvals": 450,
  "token facts": 400,
};

describe.each([
  { seed: 11, size: { people: 150, transactions: 10_000 } },
  { seed: 12, size: { people: 60, transactions: 5_000 } },
  { seed: 13, size: { people: 200, transactions: 6_000 } },
])("scenario $seed of $size.transactions transactions", ({ seed, size }) => {
  test("undisturbed", async () => {
    const service = await runService(seed, size);
    onTestFinished(service.stop);
    await prosper(service, { seed, blocks: 300 });
    expect(listFlaws(await compareAll(service, `scenario ${seed}`), AT_LEAST)).toEqual([]);
  });

  test("with forks of every depth from 1 to 64 while users continue", async () => {
    const service = await runService(seed, size);
    onTestFinished(service.stop);
    const { sent, undone } = await reorganise(service, { seed, depths: EVERY_DEPTH, lead: 300 });
    expect(undone).toBe(2 * EVERY_DEPTH.reduce((sum, depth) => sum + depth, 0));
    const title = `scenario ${seed}, ${undone} blocks undone under ${sent} more transactions`;
    expect(listFlaws(await compareAll(service, title), AT_LEAST)).toEqual([]);
  });

  test("with forks, through an RPC that fails in every way", async () => {
    const service = await runDisturbed(seed, size, 0.05);
    onTestFinished(service.stop);
    const depths = EVERY_DEPTH.filter((_, index) => index % 5 === 0);
    const { sent, undone } = await reorganise(service, { seed, depths, lead: 300 });
    const title = `scenario ${seed}, ${undone} blocks undone under ${sent} more transactions, ${service.countFaults()} faults`;
    expect(listFlaws(await compareAll(service, title), AT_LEAST)).toEqual([]);
    expect(service.countFaults()).toBeGreaterThan(100);
  });
});
