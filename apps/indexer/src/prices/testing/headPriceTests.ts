import { NATIVE_TOKEN } from "@portico/evm";
import type { Address } from "@portico/evm";
import { getPoolAddress, listPools, TREASURY } from "@portico/devnet";
import type { Devnet, DevnetChain } from "@portico/devnet";
import { listPrices, listTokens } from "@portico/store";
import type { Store } from "@portico/store";
import { describe, expect, test } from "vitest";
import { encodeFunctionData, parseAbi } from "viem";
import { listDevnetChains, syncToHead } from "../../testing/sync.ts";
import { computeDirectPrices } from "./directPrices.ts";
import { driveChain } from "./driveChain.ts";

/** A devnet and the database that it is indexed into. */
export interface SyncedDevnet {
  readonly devnet: Devnet;
  readonly db: Store;
}

const CHAINS = ["eth", "base"] as const;

async function readStored(db: Store, chain: DevnetChain): Promise<Map<Address, number>> {
  const prices = await listPrices(db, [chain]);
  return new Map(prices.map(({ token, usd }) => [token, usd]));
}

const listSources = async (db: Store, chain: DevnetChain): Promise<Set<string>> =>
  new Set((await listPrices(db, [chain])).map(({ source }) => source));

async function compute({ devnet, db }: SyncedDevnet, chain: DevnetChain) {
  const tokens = await listTokens(db, [chain]);
  const verified = new Set(tokens.filter(({ isVerified }) => isVerified).map(({ address }) => address));
  return computeDirectPrices(chain, devnet.chains[chain]!.rpcUrl, verified);
}

function expectEqual(stored: ReadonlyMap<Address, number>, direct: ReadonlyMap<Address, number>): void {
  expect([...stored.keys()].toSorted(compareText)).toEqual([...direct.keys()].toSorted(compareText));
  const isOff = ([token, usd]: [Address, number]): boolean => Math.abs(stored.get(token)! / usd - 1) > 1e-12;
  expect([...direct].filter(isOff)).toEqual([]);
}

const compareText = (a: string, b: string): number => (a < b ? -1 : 1);

const BASE_ROUTER: Address = "0x2626664c2603336e57b271c5c0b26f421741e481"; // SwapRouter02
const v3Abi = parseAbi([
  "function increaseObservationCardinalityNext(uint16 next)",
  "function exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96)) returns (uint256)",
]);

/** Tests of the prices at the head; the last one mines further blocks and indexes them. */
export function testHeadPrices(getScene: () => SyncedDevnet): void {
  describe.each(CHAINS)("on %s", (chain) => {
    test("every price equals that of feeds, reserves and events when read individually", async () => {
      const scene = getScene();
      const [stored, direct] = await Promise.all([readStored(scene.db, chain), compute(scene, chain)]);
      expectEqual(stored, direct.usd);
      expect(stored.get(NATIVE_TOKEN)).toBeGreaterThan(100);
      expect(await listSources(scene.db, chain)).toEqual(
        new Set(["chainlink", "lp", "peg", "share", "uniswap2", "wrapped", chain === "eth" ? "receipt" : "uniswap3"]),
      );
    });
  });

  test("a V3 pool's mean price equals that of its own accumulator, whenever it was traded in the half hour", async () => {
    const { devnet, db } = getScene();
    const base = driveChain("base", devnet.chains.base!.rpcUrl);
    const row = listPools("base", "v3").find(({ token1 }) => token1.symbol === "AERO")!;
    const address = getPoolAddress("base", row);
    const next = encodeFunctionData({ abi: v3Abi, functionName: "increaseObservationCardinalityNext", args: [20] });
    await base.send(TREASURY, address, next);
    for (const [index, seconds] of [900, 1_000, 400, 12, 500].entries()) {
      const [tokenIn, tokenOut] = index % 3 === 0 ? [row.token0, row.token1] : [row.token1, row.token0];
      const amountIn = 10n ** 18n * (index % 3 === 0 ? 60n : 100_000n);
      const rest = { fee: row.fee, recipient: TREASURY, amountOutMinimum: 0n, sqrtPriceLimitX96: 0n };
      const swap = { tokenIn: tokenIn.address, tokenOut: tokenOut.address, amountIn, ...rest };
      const data = encodeFunctionData({ abi: v3Abi, functionName: "exactInputSingle", args: [swap] });
      await base.send(TREASURY, BASE_ROUTER, data, seconds);
    }
    await base.report("ETH", 3_200_12345678n, 30);
    await base.pass(40);
    await syncToHead(db, listDevnetChains(devnet));
    const [stored, direct] = await Promise.all([readStored(db, "base"), compute({ devnet, db }, "base")]);
    const ticks = direct.ticks.find((one) => one.address === address.toLowerCase())!;
    expect(Math.abs(ticks.derived)).toBeGreaterThan(1_000);
    expect(ticks.derived - ticks.observed).toBeGreaterThanOrEqual(0); // ticks are rounded down
    expect(ticks.derived - ticks.observed).toBeLessThan(1);
    expect(stored.get(NATIVE_TOKEN)).toBe(3_200.12345678);
    expectEqual(stored, direct.usd);
  });
}
