import { v2PairAbi, ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import { loadArtifact } from "@portico/devnet";
import type { Artifact } from "@portico/devnet";
import { parseAbi } from "viem";
import type { Lab } from "./lab.ts";
import { MULTICALL3, simulate } from "./simulate.ts";
import { deployToken, tokenAbi } from "./tokens.ts";

export const v2Factory = loadArtifact("@uniswap/v2-core", "build/UniswapV2Factory.json");

export const v2Abi = parseAbi([
  "function mint(address to) returns (uint256)",
  "function burn(address to) returns (uint256 amount0, uint256 amount1)",
  "function swap(uint256 amount0Out, uint256 amount1Out, address to, bytes data)",
  "function transfer(address to, uint256 value) returns (bool)",
  "function transferFrom(address from, address to, uint256 value) returns (bool)",
  "function approve(address spender, uint256 value) returns (bool)",
  "function balanceOf(address) view returns (uint256)",
]);

export interface UniswapV2Lab {
  factory: Address;
  /** In the order of their addresses; anybody can mint. */
  tokens: readonly [Address, Address];
  pair: Address;
  deployer: Address;
}

/** A Uniswap V2 fork and a pair of two tokens. @param artifact - Its factory. */
export async function deployUniswapV2(
  lab: Lab,
  deployer: Address,
  artifact: Artifact = v2Factory,
): Promise<UniswapV2Lab> {
  const factory = await lab.deploy(artifact, [deployer], deployer);
  return { factory, deployer, ...(await createPair(lab, deployer, factory)) };
}

/** Creates two tokens and their pair. */
export async function createPair(lab: Lab, deployer: Address, factory: Address) {
  const { abi } = v2Factory;
  const made = [await deployToken(lab, "ONE", deployer), await deployToken(lab, "TWO", deployer)].toSorted();
  const tokens = [made[0] ?? ZERO_ADDRESS, made[1] ?? ZERO_ADDRESS] as const;
  await lab.write(deployer, { to: factory, abi, functionName: "createPair", args: tokens });
  const found = await lab.view({ address: factory, abi, functionName: "getPair", args: tokens });
  return { tokens, pair: String(found).toLowerCase() as Address };
}

/** Gives an account shares of the pair for these amounts. */
export async function provideV2(
  lab: Lab,
  v2: UniswapV2Lab,
  to: Address,
  amounts: readonly [bigint, bigint],
): Promise<void> {
  await giveV2(lab, v2, 0, amounts[0]);
  await giveV2(lab, v2, 1, amounts[1]);
  await lab.write(v2.deployer, { to: v2.pair, abi: v2Abi, functionName: "mint", args: [to] });
}

/** Donates a token to the pair. */
export const giveV2 = (lab: Lab, { tokens, pair, deployer }: UniswapV2Lab, side: 0 | 1, rawAmount: bigint) =>
  lab.write(deployer, { to: tokens[side], abi: tokenAbi, functionName: "mint", args: [pair, rawAmount] });

/** Sells a token to the pair, at a fee of 0.3 %. */
export async function swapV2(lab: Lab, v2: UniswapV2Lab, side: 0 | 1, rawAmount: bigint): Promise<void> {
  const reserves = await lab.view({ address: v2.pair, abi: v2PairAbi, functionName: "getReserves" });
  const [sold, bought] = side === 0 ? [reserves[0], reserves[1]] : [reserves[1], reserves[0]];
  const out = (rawAmount * 997n * bought) / (sold * 1000n + rawAmount * 997n);
  await giveV2(lab, v2, side, rawAmount);
  const args = [side === 0 ? 0n : out, side === 0 ? out : 0n, v2.deployer, "0x"];
  await lab.write(v2.deployer, { to: v2.pair, abi: v2Abi, functionName: "swap", args });
}

/** The payout of burning all of an owner's shares now. */
export async function simulateBurn(lab: Lab, pair: Address, owner: Address): Promise<readonly [bigint, bigint]> {
  const share = await lab.view({ address: pair, abi: v2Abi, functionName: "balanceOf", args: [owner] });
  return simulateBurnOf(lab, pair, owner, share);
}

export async function simulateBurnOf(
  lab: Lab,
  pair: Address,
  owner: Address,
  share: bigint,
): Promise<readonly [bigint, bigint]> {
  await lab.write(owner, { to: pair, abi: v2Abi, functionName: "approve", args: [MULTICALL3, share] });
  const of = { abi: v2Abi, address: pair };
  const [, paid] = await simulate(lab, [
    [of, "transferFrom", [owner, pair, share]],
    [of, "burn", [owner]],
  ]);
  return paid as readonly [bigint, bigint];
}
