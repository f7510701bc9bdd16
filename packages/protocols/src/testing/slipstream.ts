import { ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import { createCompiler } from "@portico/devnet";
import { toSqrtPriceX96 } from "../families/sqrtPrice.ts";
import { toLower } from "../toLower.ts";
import { compileTestContract } from "./contracts.ts";
import { HEAVY_DEXES } from "./heavy.ts";
import type { Lab } from "./lab.ts";
import { anyTokenAbi, contractAt, deployContract } from "./testContract.ts";
import type { TestContract } from "./testContract.ts";
import { deployToken } from "./tokens.ts";
import { simulate } from "./uniswapV3.ts";

const DEADLINE = 99_999_999_999n;
const PLENTY = 10n ** 30n;
export const TICK_SPACING = 50;

const compile = createCompiler({
  folder: "",
  from: HEAVY_DEXES,
  solc: "solc-0.7",
  settings: { optimizer: { enabled: true, runs: 1 } },
});
const load = (path: string) => {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return compile(`sphere-mezo-solidity-files/domains/aerodrome-slipstream/contracts/${path}.sol`, name);
};

export interface SlipstreamLab {
  factory: TestContract;
  manager: TestContract;
  gauge: TestContract;
  pool: Address;
  tokens: readonly [Address, Address];
  rewardToken: Address;
  mint(owner: Address, range: readonly [number, number], rawAmount: bigint): Promise<bigint>;
  swap(owner: Address, side: 0 | 1, rawAmount: bigint): Promise<void>;
  /** Emissions to the gauge until the week's end. */
  distribute(rawAmount: bigint): Promise<void>;
}

/** Slipstream with one pool at the price 1, and its gauge. Tokens are the minter's, and of the owners. */
export async function deploySlipstream(lab: Lab, minter: Address, owners: readonly Address[]): Promise<SlipstreamLab> {
  const made = [await deployToken(lab, "ONE", minter), await deployToken(lab, "TWO", minter)];
  const [one = ZERO_ADDRESS, two = ZERO_ADDRESS] = made.toSorted();
  const tokens = [one, two] as const;
  const rewardToken = await deployToken(lab, "AERO", minter);
  const voter = await deployContract(lab, compileTestContract("SlipstreamVoterStandIn"), [rewardToken], minter);
  const poolCode = await lab.deploy(load("core/CLPool"), [], minter);
  const factory = await deployContract(lab, load("core/CLFactory"), [voter.address, voter.address, poolCode], minter);
  const managed = [factory.address, ZERO_ADDRESS, ZERO_ADDRESS, "Slipstream", "SLIP"];
  const manager = await deployContract(lab, load("periphery/NonfungiblePositionManager"), managed, minter);
  const router = await deployContract(lab, load("periphery/SwapRouter"), [factory.address, ZERO_ADDRESS], minter);
  const gaugeCode = load("gauge/CLGauge");
  const gauges = await deployContract(
    lab,
    load("gauge/CLGaugeFactory"),
    [voter.address, await lab.deploy(gaugeCode, [], minter), minter, 10_000n, ZERO_ADDRESS],
    minter,
  );
  await gauges.write(minter, "setNonfungiblePositionManager", [manager.address]);
  await factory.write(minter, "createPool", [...tokens, TICK_SPACING, toSqrtPriceX96(0)]);
  const pool = toLower(await factory.view<Address>("getPool", [...tokens, TICK_SPACING]));
  await voter.write(minter, "createGauge", [gauges.address, pool]);
  const gauge = contractAt(lab, gaugeCode.abi, await voter.view<Address>("gauge"));
  for (const to of [rewardToken, ...tokens]) {
    const write = (from: Address, functionName: string, args: readonly unknown[]) =>
      lab.write(from, { to, abi: anyTokenAbi, functionName, args });
    for (const owner of [minter, voter.address, ...owners]) await write(minter, "mint", [owner, PLENTY]);
    for (const owner of [minter, ...owners])
      for (const spender of [manager.address, router.address]) await write(owner, "approve", [spender, PLENTY]);
  }
  return {
    factory,
    manager,
    gauge,
    pool,
    tokens,
    rewardToken,
    async mint(owner, [tickLower, tickUpper], rawAmount) {
      const pair = { token0: one, token1: two, tickSpacing: TICK_SPACING, tickLower, tickUpper };
      const amounts = { amount0Desired: rawAmount, amount1Desired: rawAmount, amount0Min: 0n, amount1Min: 0n };
      const order = { ...pair, ...amounts, recipient: owner, deadline: DEADLINE, sqrtPriceX96: 0n };
      const call = { to: manager.address, abi: manager.abi, functionName: "mint", args: [order] };
      const [tokenId] = await simulate<readonly [bigint]>(lab, owner, call);
      await lab.write(owner, call);
      return tokenId;
    },
    async swap(owner, side, rawAmount) {
      const path = { tokenIn: tokens[side], tokenOut: tokens[1 - side], tickSpacing: TICK_SPACING, recipient: owner };
      const order = { ...path, deadline: DEADLINE, amountIn: rawAmount, amountOutMinimum: 0n, sqrtPriceLimitX96: 0n };
      await router.write(owner, "exactInputSingle", [order]);
    },
    distribute: async (rawAmount) => void (await voter.write(minter, "distribute", [rawAmount])),
  };
}
