/** Large scenarios, with forks all along and an RPC that fails all along: in the end every figure is the chain's own. */
import { describe, expect, onTestFinished, test } from "vitest";
import { compareAll, listFlaws } from "./compareAll.ts";
import { runDisturbed } from "./disturbed.ts";
import { reorganise } from "./reorgs.ts";
import { runService } from "./runService.ts";

/** Every depth from 1 to 64, the deep ones between the shallow ones. */
const EVERY_DEPTH = Array.from({ length: 64 }, (_, index) => (index % 2 === 0 ? index / 2 + 1 : 64 - (index - 1) / 2));

describe.each([
  { seed: 11, size: { people: 150, transactions: 10_000 } },
  { seed: 12, size: { people: 60, transactions: 5_000 } },
  { seed: 13, size: { people: 200, transactions: 6_000 } },
])("scenario $seed of $size.transactions transactions", ({ seed, size }) => {
  test("undisturbed", async () => {
    const service = await runService(seed, size);
    onTestFinished(service.stop);
    expect(listFlaws(await compareAll(service, `scenario ${seed}`), 500)).toEqual([]);
  });

  test("with forks of every depth from 1 to 64 while people go on", async () => {
    const service = await runService(seed, size);
    onTestFinished(service.stop);
    const sent = await reorganise(service, { seed, depths: EVERY_DEPTH, lead: 64 });
    expect(
      listFlaws(await compareAll(service, `scenario ${seed}, forks under ${sent} more transactions`), 500),
    ).toEqual([]);
  });

  test("with forks, through an RPC that fails in every way", async () => {
    const service = await runDisturbed(seed, size, 0.05);
    onTestFinished(service.stop);
    const depths = EVERY_DEPTH.filter((_, index) => index % 5 === 0);
    await reorganise(service, { seed, depths, lead: 64 });
    expect(
      listFlaws(await compareAll(service, `scenario ${seed}, forks and ${service.countFaults()} faults`), 500),
    ).toEqual([]);
    expect(service.countFaults()).toBeGreaterThan(100);
  });
});
