/**
 * Large scenarios with forks and RPC failures: in the end every figure in USD matches the chains, current and
 * historical.
 */
import { describe, expect, onTestFinished, test } from "vitest";
import { createChainReader } from "./chainReader.ts";
import { type ComparedValues, compareValues } from "./compareValues.ts";
import { runDisturbed } from "./disturbed.ts";
import { reportPrices } from "./oracle.ts";
import { reorganise } from "./reorgs.ts";
import { type RunningService, runService } from "./runService.ts";

const MANY = { owners: 12, weeks: 4 };

/** A comparison with fewer figures has omitted something. */
const AT_LEAST: Record<keyof ComparedValues, number> = {
  sums: 2_000,
  prices: 1_200,
  days: 500,
  curves: 10_000,
  weeks: 2_000,
};

const listFlaws = (compared: ComparedValues): string[] =>
  (Object.keys(AT_LEAST) as (keyof ComparedValues)[]).flatMap((name) => {
    const { compared: count, differences } = compared[name];
    return [...(count < AT_LEAST[name] ? [`only ${count} ${name} compared`] : []), ...differences];
  });

/** Price reports stay pending until the next block, so that the following forks undo them. */
const report = async ({ devnet }: RunningService, perMille: bigint): Promise<void> => {
  for (const chain of ["eth", "base"] as const) {
    await reportPrices(chain, createChainReader(devnet.chains[chain]!.rpcUrl), perMille);
  }
};

describe.each([
  { seed: 51, size: { people: 25, transactions: 800, days: 30 } },
  { seed: 52, size: { people: 60, transactions: 5_000, days: 12 } },
  { seed: 53, size: { people: 30, transactions: 2_500, days: 5 } },
])("scenario $seed of $size.transactions transactions in $size.days days", ({ seed, size }) => {
  test("undisturbed", async () => {
    const service = await runService(seed, size);
    onTestFinished(service.stop);
    expect(listFlaws(await compareValues(service, `scenario ${seed}`, MANY))).toEqual([]);
  });

  test("with forks of many depths, and changing prices", async () => {
    const service = await runService(seed, size);
    onTestFinished(service.stop);
    await service.writePoints();
    let undone = 0;
    for (const [index, depths] of [
      [1, 5, 2, 20],
      [64, 3],
      [33, 12, 7, 1],
    ].entries()) {
      await report(service, BigInt(index * 3 - 2));
      undone += (await reorganise(service, { seed: seed + index, depths, lead: 70 })).undone;
    }
    expect(listFlaws(await compareValues(service, `scenario ${seed}, ${undone} blocks undone`, MANY))).toEqual([]);
  });

  test("through an RPC that fails in every way", async () => {
    const service = await runDisturbed(seed, size, 0.05);
    onTestFinished(service.stop);
    await report(service, 4n);
    await reorganise(service, { seed, depths: [5, 2, 17], lead: 40 });
    const title = `scenario ${seed}, ${service.countFaults()} faults`;
    expect(listFlaws(await compareValues(service, title, MANY))).toEqual([]);
    expect(service.countFaults()).toBeGreaterThan(10);
  });
});
