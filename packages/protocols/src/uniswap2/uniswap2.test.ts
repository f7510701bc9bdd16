import type { Address } from "@portico/evm";
import { loadArtifact } from "@portico/devnet";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { defineAdapter } from "../adapter.ts";
import type { UniswapV2Contracts } from "../families/readPair.ts";
import { uniswapV2Family } from "../families/uniswapV2.ts";
import { startLab } from "../testing/lab.ts";
import type { Lab } from "../testing/lab.ts";
import {
  simulateBurn,
  createPair,
  deployUniswapV2,
  giveV2,
  provideV2,
  swapV2,
  v2Abi,
  v2Factory,
} from "../testing/uniswapV2.ts";
import type { UniswapV2Lab } from "../testing/uniswapV2.ts";
import { uniswap2 } from "./uniswap2.ts";

const ALICE: Address = "0x00000000000000000000000000000000000a11ce";
const BOB: Address = "0x0000000000000000000000000000000000000b0b";
const TAKER: Address = "0x00000000000000000000000000000000000fee70";
const UNIT = 10n ** 18n;

let lab: Lab;
let v2: UniswapV2Lab;

beforeAll(async () => {
  lab = await startLab("eth");
  v2 = await deployUniswapV2(lab, ALICE);
  await provideV2(lab, v2, ALICE, [1_000_000n * UNIT, 4_000_000n * UNIT]);
  await provideV2(lab, v2, BOB, [333_333n, 1_333_333n]);
});
afterAll(() => lab.stop());

const read = (owner: Address) => lab.listPositions(uniswap2, { factory: v2.factory }, owner);

async function expectExact(owner: Address): Promise<void> {
  const paid = await simulateBurn(lab, v2.pair, owner);
  const { positions } = await read(owner);
  expect(positions).toEqual([
    {
      name: "Liquidity Pool",
      pool: { controller: v2.pair },
      detail: { type: "common", supplies: v2.tokens.map((token, side) => ({ token, rawAmount: paid[side] })) },
    },
  ]);
}

describe("uniswap2", () => {
  it("reports a share as what burning it pays, through trades and donations", async () => {
    await expectExact(BOB);
    await swapV2(lab, v2, 0, 50_000n * UNIT);
    await expectExact(ALICE);
    await giveV2(lab, v2, 1, 777n * UNIT); // a pair's surplus over its reserves is paid out too
    await expectExact(ALICE);
    await expectExact(BOB);
    expect((await read(BOB)).stages).toBe(1); // a pair's tokens are cached
  });

  it("deducts the protocol's earned and unpaid fees", { timeout: 30_000 }, async () => {
    await lab.write(ALICE, { to: v2.factory, abi: v2Factory.abi, functionName: "setFeeTo", args: [TAKER] });
    await provideV2(lab, v2, ALICE, [1_000n, 4_000n]); // accrues from now on
    const before = await simulateBurn(lab, v2.pair, BOB);
    const trade = fc.record({ side: fc.constantFrom(0 as const, 1 as const), rawAmount: fc.bigInt(UNIT, 10n ** 24n) });
    await fc.assert(
      fc.asyncProperty(fc.array(trade, { minLength: 1, maxLength: 4 }), async (trades) => {
        for (const { side, rawAmount } of trades) await swapV2(lab, v2, side, rawAmount);
        await expectExact(ALICE);
        await expectExact(BOB);
      }),
      { numRuns: 8 },
    );
    expect(await simulateBurn(lab, v2.pair, BOB)).not.toEqual(before);
  });

  it("shows nothing to an owner without shares, and the pair with its holders' shares", async () => {
    expect((await read(TAKER)).positions).toEqual([]);
    const [pool] = await lab.listPools(uniswap2, { factory: v2.factory });
    expect(pool).toMatchObject({ pool: { controller: v2.pair }, depositors: { by: "receipt", token: v2.pair } });
  });

  it("supports a fork by a row of a table", async () => {
    const pancake = loadArtifact(
      "@pancakeswap-libs/pancake-swap-core",
      "build/PancakeFactory.json",
      {},
      import.meta.url,
    );
    const fork = await deployUniswapV2(lab, ALICE, pancake);
    const contracts: UniswapV2Contracts = { factory: fork.factory, protocolShare: [1, 4] };
    const adapter = defineAdapter({
      id: "cakeswap",
      name: "Cakeswap",
      siteUrl: "https://cake.test",
      category: "dex",
      deployments: { bsc: contracts },
      ...uniswapV2Family,
    });
    await lab.write(ALICE, { to: fork.factory, abi: v2Factory.abi, functionName: "setFeeTo", args: [TAKER] });
    await provideV2(lab, fork, BOB, [7n * UNIT, 3n * UNIT]);
    for (const side of [0, 1, 1] as const) await swapV2(lab, fork, side, UNIT);
    const paid = await simulateBurn(lab, fork.pair, BOB);
    const { positions } = await lab.listPositions(adapter, contracts, BOB);
    const supplies = fork.tokens.map((token, side) => ({ token, rawAmount: paid[side] }));
    expect(positions).toMatchObject([{ pool: { controller: fork.pair }, detail: { supplies } }]);
    const unlike = await lab.listPositions(adapter, { factory: fork.factory }, BOB);
    expect(unlike.positions).not.toEqual(positions); // the protocol's share is in the table too
  });

  it("uses a pair's reserves if a token no longer returns its balance", async () => {
    const pair = await deployUniswapV2(lab, ALICE);
    await provideV2(lab, pair, BOB, [4n * UNIT, 9n * UNIT]);
    const paid = await simulateBurn(lab, pair.pair, BOB);
    await lab.setCode(pair.tokens[1], "0xfe"); // every call fails, using all its gas
    const { positions } = await lab.listPositions(uniswap2, { factory: pair.factory }, BOB);
    expect(positions).toMatchObject([{ detail: { supplies: paid.map((rawAmount) => ({ rawAmount })) } }]);
  });

  it("has all pools except one that fails", async () => {
    const other = await createPair(lab, ALICE, v2.factory);
    const listKnown: typeof uniswap2 = {
      ...uniswap2,
      listPools: async (context) => (await uniswap2.listPools?.({ ...context, known: [other.pair, v2.pair] })) ?? [],
    };
    const list = async () =>
      (await lab.listPools(listKnown, { factory: v2.factory })).map(({ pool }) => pool.controller);
    expect(await list()).toEqual([other.pair, v2.pair]);
    await lab.setCode(other.pair, "0xfe");
    expect(await list()).toEqual([v2.pair]);
  });

  it("rejects a contract that claims to belong to the factory", async () => {
    const other = await deployUniswapV2(lab, ALICE);
    await provideV2(lab, other, BOB, [UNIT, UNIT]);
    const share = await lab.view({ address: other.pair, abi: v2Abi, functionName: "balanceOf", args: [BOB] });
    expect(share).toBeGreaterThan(0n);
    const { positions } = await read(BOB);
    expect(positions.map(({ pool }) => pool.controller)).toEqual([v2.pair]);
  });
});
