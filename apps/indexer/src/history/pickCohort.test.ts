import fc from "fast-check";
import type { Address } from "@portico/evm";
import type { OwnerHistory } from "@portico/store";
import { expect, test } from "vitest";
import { pickCohort } from "./pickCohort.ts";

const ownerOf = (n: number) => `0x${n.toString(16).padStart(40, "0")}` as const;
const toHistory = (from: number | undefined, index: number): OwnerHistory => ({
  owner: ownerOf(index),
  toBlock: 99n,
  callsFrom: undefined,
  logsFrom: from === undefined ? undefined : BigInt(from),
  callsSource: undefined,
  lacksInternal: false,
  isRepeated: false,
  state: "collecting",
  changeCount: 0n,
  transactionCount: 0n,
});

test("owners who are equally far are searched together, down to where the next ones are", () => {
  const histories = [undefined, 40, 40, 0].map(toHistory);
  expect(pickCohort(histories, false)).toEqual({ owners: [ownerOf(0)], toBlock: 99n, minBlock: 40n });
  expect(pickCohort(histories, true)).toEqual({ owners: [ownerOf(1), ownerOf(2)], toBlock: 39n, minBlock: 0n });
  expect(pickCohort([toHistory(0, 1)], false)).toBeUndefined();
});

test("owners who are to wait are left out, and nobody is searched before their floor", () => {
  const histories = [undefined, undefined, 40].map(toHistory);
  const floors = new Map<Address, bigint>([
    [ownerOf(0), 100n],
    [ownerOf(1), 60n],
  ]);
  const floorOf = ({ owner }: OwnerHistory): bigint => floors.get(owner) ?? 0n;
  expect(pickCohort(histories, false, floorOf)).toEqual({ owners: [ownerOf(1)], toBlock: 99n, minBlock: 60n });
  expect(pickCohort(histories.slice(0, 1), false, floorOf)).toBeUndefined();
});

test("whichever are picked, each owner's blocks are searched once, from the newest to the first", () => {
  const starts = fc.array(fc.option(fc.integer({ min: 0, max: 100 }), { nil: undefined }), { maxLength: 8 });
  fc.assert(
    fc.property(starts, fc.infiniteStream(fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 30 }))), (given, steps) => {
      let histories = given.map(toHistory);
      for (const [isDeepest, size] of steps) {
        const cohort = pickCohort(histories, isDeepest);
        if (cohort === undefined) break;
        const { owners, toBlock, minBlock } = cohort;
        const from = toBlock - BigInt(size) + 1n < minBlock ? minBlock : toBlock - BigInt(size) + 1n;
        histories = histories.map((one) => {
          if (!owners.includes(one.owner)) return one;
          expect((one.logsFrom ?? 100n) - 1n).toBe(toBlock);
          return { ...one, logsFrom: from };
        });
      }
      expect(histories.every(({ logsFrom }) => logsFrom === 0n)).toBe(true);
    }),
  );
});
