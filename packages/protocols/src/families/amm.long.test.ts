import type { Address } from "@portico/evm";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { asAdapter } from "../testing/asAdapter.ts";
import { deployBalancerV2 } from "../testing/balancerV2.ts";
import type { BalancerV2Lab } from "../testing/balancerV2.ts";
import { startLab } from "../testing/lab.ts";
import type { Lab } from "../testing/lab.ts";
import { MULTICALL3, simulate } from "../testing/simulate.ts";
import { anyTokenAbi } from "../testing/testContract.ts";
import type { TestContract } from "../testing/testContract.ts";
import { deployToken, tokenAbi } from "../testing/tokens.ts";
import { deployVelodromeV2 } from "../testing/velodromeV2.ts";
import type { VelodromeV2Lab } from "../testing/velodromeV2.ts";
import { balancerV2Family } from "./balancer-v2/balancerV2.ts";
import { velodromeV2Family } from "./velodrome-v2/velodromeV2.ts";

const ALICE: Address = "0x00000000000000000000000000000000000a11ce";
const BOB: Address = "0x0000000000000000000000000000000000000b0b";
const UNIT = 10n ** 18n;

let lab: Lab;
let tokens: readonly [Address, Address];

beforeAll(async () => {
  lab = await startLab("eth");
  const made = [await deployToken(lab, "ONE", ALICE), await deployToken(lab, "TWO", ALICE)].toSorted();
  tokens = [made[0]!, made[1]!];
  for (const token of tokens)
    for (const owner of [ALICE, BOB])
      await lab.write(ALICE, { to: token, abi: tokenAbi, functionName: "mint", args: [owner, 10n ** 9n * UNIT] });
});
afterAll(() => lab.stop());

const balanceOf = (token: Address, owner: Address) =>
  lab.view({ address: token, abi: anyTokenAbi, functionName: "balanceOf", args: [owner] });

const step = fc.record({
  kind: fc.constantFrom("swap", "provide", "transfer"),
  rawAmount: fc.bigInt(10n ** 12n, 1_000n * UNIT),
});

it(
  "reports shares of Velodrome's pairs as what burning them and claiming pays, through any trades",
  { timeout: 120_000 },
  async () => {
    const velo: VelodromeV2Lab = await deployVelodromeV2(lab, ALICE, tokens[0]);
    const adapter = asAdapter(velodromeV2Family);
    const read = async (owner: Address, pool: TestContract) => {
      const { positions } = await lab.listPositions(adapter, { factory: velo.factory.address }, owner);
      return positions.find((position) => position.pool.controller === pool.address);
    };
    const expectExact = async (owner: Address, pool: TestContract) => {
      const share = await balanceOf(pool.address, owner);
      await lab.write(owner, {
        to: pool.address,
        abi: anyTokenAbi,
        functionName: "approve",
        args: [MULTICALL3, share],
      });
      const [, paid] = await simulate(lab, [
        [pool, "transferFrom", [owner, pool.address, share]],
        [pool, "burn", [owner]],
      ]);
      const blockNumber = await lab.client.getBlockNumber();
      const call = { account: owner, address: pool.address, abi: pool.abi, functionName: "claimFees", blockNumber };
      const claimed = (await lab.client.simulateContract(call)).result as readonly [bigint, bigint];
      const toAmounts = (amounts: readonly bigint[]) =>
        tokens.map((token, side) => ({ token, rawAmount: amounts[side] }));
      expect((await read(owner, pool))?.detail).toEqual({
        type: "common",
        supplies: toAmounts(paid as readonly bigint[]),
        rewards: toAmounts(claimed).filter(({ rawAmount }) => rawAmount !== 0n),
      });
    };
    for (const isStable of [false, true]) {
      const pool = await velo.createPool(tokens, isStable);
      await velo.provide(pool, ALICE, [1_000_000n * UNIT, 1_000_000n * UNIT]);
      await velo.provide(pool, BOB, [333n * UNIT, 333n * UNIT]);
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), async (steps) => {
          for (const { kind, rawAmount } of steps) {
            if (kind === "swap") await velo.swap(pool, rawAmount);
            if (kind === "provide") await velo.provide(pool, BOB, [rawAmount, rawAmount]);
            const args = [BOB, (await balanceOf(pool.address, ALICE)) / 1_000n];
            if (kind === "transfer")
              await lab.write(ALICE, { to: pool.address, abi: anyTokenAbi, functionName: "transfer", args });
          }
          await expectExact(ALICE, pool);
          await expectExact(BOB, pool);
        }),
        { numRuns: 8 },
      );
    }
  },
);

/**
 * Of a stable pool with an amplification of 100: its invariant doesn't converge (BAL#321) for some amounts of the first
 * token that are more than 29,000 times those of the second, since the error of the division by the first is multiplied by
 * the division by the second. In the other order it converges for all.
 */
const MAX_FIRST_TO_SECOND = 20_000n;

const smallest = 10n ** 15n;
const largest = 1_000_000n * UNIT;
const deposit = fc.tuple(fc.bigInt(smallest, largest), fc.bigInt(smallest, largest));
const deposits = fc.oneof(
  fc.tuple(fc.constant("weighted" as const), deposit),
  fc.tuple(
    fc.constant("stable" as const),
    deposit.map(([one, two]): [bigint, bigint] => (one > MAX_FIRST_TO_SECOND * two ? [two, one] : [one, two])),
  ),
);

it("reports shares of Balancer's pools as what leaving pays, through any deposits", { timeout: 120_000 }, async () => {
  const v2: BalancerV2Lab = await deployBalancerV2(lab, ALICE);
  const adapter = asAdapter(balancerV2Family);
  await fc.assert(
    fc.asyncProperty(deposits, async ([kind, [one, two]]) => {
      const pool = await (kind === "stable" ? v2.createStable(tokens) : v2.createWeighted(tokens));
      await v2.join(
        pool,
        BOB,
        new Map([
          [tokens[0], one],
          [tokens[1], two],
        ]),
      );
      const { positions } = await lab.listPositions(adapter, { vault: v2.vault.address, gaugeFactories: [] }, BOB);
      const paid = await v2.queryExit(pool, BOB, await balanceOf(pool, BOB), kind);
      const found = positions.find((position) => position.pool.controller === pool);
      expect(found?.detail).toMatchObject({
        supplies: tokens.map((token) => ({ token, rawAmount: paid.get(token) })),
      });
    }),
    {
      numRuns: 14,
      examples: [[["stable", [MAX_FIRST_TO_SECOND * smallest, smallest]]], [["stable", [smallest, largest]]]],
    },
  );
});
