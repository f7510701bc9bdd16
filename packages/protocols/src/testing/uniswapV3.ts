import { ZERO_ADDRESS } from "@portico/evm";
import type { Address, Hex } from "@portico/evm";
import { loadArtifact } from "@portico/devnet";
import type { Artifact } from "@portico/devnet";
import { decodeFunctionResult, encodeFunctionData, keccak256, toFunctionSelector } from "viem";
import { expect } from "vitest";
import type { Adapter } from "../adapter.ts";
import type { UniswapV3Contracts } from "../families/nftManager.ts";
import { compileTestContract } from "./contracts.ts";
import type { Lab } from "./lab.ts";
import { deployToken, tokenAbi } from "./tokens.ts";

const load = (packageName: string, name: string): Artifact =>
  loadArtifact(`@uniswap/${packageName}`, `artifacts/contracts/${name}.sol/${name}.json`);

const factory = load("v3-core", "UniswapV3Factory");
const positions = load("v3-periphery", "NonfungiblePositionManager");
const router = load("swap-router-contracts", "SwapRouter02");
export const v3PoolAbi = load("v3-core", "UniswapV3Pool").abi;
export const v3FactoryAbi = factory.abi;
export const v3PositionsAbi = positions.abi;

export const MAX_UINT128 = (1n << 128n) - 1n;
const MAX_UINT256 = (1n << 256n) - 1n;
const DEADLINE = 99_999_999_999n;

export interface UniswapV3Lab {
  contracts: UniswapV3Contracts;
  router: Address;
  /** In the order of their addresses; the minter holds plenty of both. */
  tokens: readonly [Address, Address];
}

/** Uniswap V3 as on mainnet, and two tokens. */
export async function deployUniswapV3(lab: Lab, minter: Address): Promise<UniswapV3Lab> {
  const made = await lab.deploy(factory, [], minter);
  return deployPeriphery(lab, minter, { factory: made, poolMaker: made });
}

/**
 * PancakeSwap V3: its factory and pools. No package has its manager and router, so Uniswap's replace them, patched with
 * the other pools'
 * hash, and called back by Uniswap's names.
 */
export async function deployPancakeV3(lab: Lab, minter: Address): Promise<UniswapV3Lab> {
  const from = import.meta.url;
  const core = (name: string): Artifact =>
    loadArtifact("@pancakeswap/v3-core", `artifacts/contracts/${name}.sol/${name}.json`, {}, from);
  const names = ["MintCallback(uint256,uint256,bytes)", "SwapCallback(int256,int256,bytes)"];
  const renamed = names.map(
    (name) => [toFunctionSelector(`pancakeV3${name}`), toFunctionSelector(`uniswapV3${name}`)] as const,
  );
  const code = replaceIn(core("PancakeV3Pool"), renamed).bytecode;
  const poolMaker = await lab.deploy(compileTestContract("CakePoolDeployer"), [code], minter);
  const made = await lab.deploy(core("PancakeV3Factory"), [poolMaker], minter);
  return deployPeriphery(lab, minter, { factory: made, poolMaker, poolHash: keccak256(code) });
}

/** Replaces constants by others of the same length in a contract's code. */
function replaceIn({ abi, bytecode }: Artifact, changes: readonly (readonly [from: Hex, to: Hex])[]): Artifact {
  const replaced = changes.reduce<string>((code, [from, to]) => {
    if (!code.includes(from.slice(2))) throw new Error(`the code has no ${from}`);
    return code.replaceAll(from.slice(2), to.slice(2));
  }, bytecode);
  return { abi, bytecode: replaced as Hex };
}

const UNISWAP_POOL_HASH: Hex = "0xe34f199b19b2b4f47f68442619d555527d244f78a3297ea89325f843f87b8b54";

interface Core {
  factory: Address;
  /** The contract whose CREATE2 deploys pools. */
  poolMaker: Address;
  /** Of the creation code. */
  poolHash?: Hex;
}

async function deployPeriphery(
  lab: Lab,
  minter: Address,
  { factory: of, poolMaker, poolHash }: Core,
): Promise<UniswapV3Lab> {
  const change = (artifact: Artifact): Artifact =>
    poolHash === undefined ? artifact : replaceIn(artifact, [[UNISWAP_POOL_HASH, poolHash]]);
  const manager = await lab.deploy(change(positions), [poolMaker, minter, ZERO_ADDRESS], minter);
  const contracts: UniswapV3Contracts = { factory: of, positions: manager };
  const at = await lab.deploy(change(router), [ZERO_ADDRESS, poolMaker, manager, minter], minter);
  const made = [await deployToken(lab, "ONE", minter), await deployToken(lab, "TWO", minter)].toSorted();
  const tokens = [made[0] ?? ZERO_ADDRESS, made[1] ?? ZERO_ADDRESS] as const;
  for (const to of tokens)
    await lab.write(minter, { to, abi: tokenAbi, functionName: "mint", args: [minter, 10n ** 36n] });
  await approveV3(lab, { contracts, router: at, tokens }, minter);
  return { contracts, router: at, tokens };
}

/** Gives an account plenty of the minter's tokens, to provide and to trade. */
export async function fundV3(lab: Lab, v3: UniswapV3Lab, minter: Address, account: Address): Promise<void> {
  for (const to of v3.tokens)
    await lab.write(minter, { to, abi: tokenAbi, functionName: "transfer", args: [account, 10n ** 27n] });
  await approveV3(lab, v3, account);
}

/** Approves manager and router for an account's tokens. */
async function approveV3(lab: Lab, { contracts, router: at, tokens }: UniswapV3Lab, account: Address): Promise<void> {
  for (const to of tokens) {
    for (const spender of [contracts.positions, at]) {
      await lab.write(account, { to, abi: tokenAbi, functionName: "approve", args: [spender, MAX_UINT256] });
    }
  }
}

/** Creates a pool with an initial price. @returns its address, lower-case. */
export async function createV3Pool(lab: Lab, v3: UniswapV3Lab, fee: number, sqrtPriceX96: bigint): Promise<Address> {
  const key = [...v3.tokens, fee];
  const { factory: address } = v3.contracts;
  await lab.write(ZERO_ADDRESS, { to: address, abi: v3FactoryAbi, functionName: "createPool", args: key });
  const made = await lab.view({ address, abi: v3FactoryAbi, functionName: "getPool", args: key });
  const pool = String(made).toLowerCase() as Address;
  await lab.write(ZERO_ADDRESS, { to: pool, abi: v3PoolAbi, functionName: "initialize", args: [sqrtPriceX96] });
  return pool;
}

export interface MintOrder {
  owner: Address;
  fee: number;
  range: readonly [number, number];
  rawAmount: bigint;
}

/** @returns the id of the NFT. */
export async function mintV3(lab: Lab, { contracts, tokens }: UniswapV3Lab, order: MintOrder): Promise<bigint> {
  const { owner, fee, range, rawAmount } = order;
  const order3 = { token0: tokens[0], token1: tokens[1], fee, tickLower: range[0], tickUpper: range[1] };
  const amounts = { amount0Desired: rawAmount, amount1Desired: rawAmount, amount0Min: 0n, amount1Min: 0n };
  const args = [{ ...order3, ...amounts, recipient: owner, deadline: DEADLINE }];
  const call = { to: contracts.positions, abi: v3PositionsAbi, functionName: "mint", args };
  const [tokenId] = await simulate<readonly [bigint]>(lab, owner, call);
  await lab.write(owner, call);
  return tokenId;
}

export interface SwapOrder {
  /** The token that is sold. */
  side: 0 | 1;
  fee: number;
  rawAmount: bigint;
  /** Price limit; 0: none. */
  sqrtPriceLimitX96?: bigint;
}

export async function swapV3(lab: Lab, v3: UniswapV3Lab, from: Address, sell: SwapOrder): Promise<void> {
  const { side, fee, rawAmount, sqrtPriceLimitX96 = 0n } = sell;
  const path = { tokenIn: v3.tokens[side], tokenOut: v3.tokens[1 - side], fee, recipient: from };
  const args = [{ ...path, amountIn: rawAmount, amountOutMinimum: 0n, sqrtPriceLimitX96 }];
  await lab.write(from, { to: v3.router, abi: router.abi, functionName: "exactInputSingle", args });
}

export async function takeV3(
  lab: Lab,
  v3: UniswapV3Lab,
  owner: Address,
  tokenId: bigint,
  liquidity: bigint,
): Promise<void> {
  const args = [{ tokenId, liquidity, amount0Min: 0n, amount1Min: 0n, deadline: DEADLINE }];
  await lab.write(owner, { to: v3.contracts.positions, abi: v3PositionsAbi, functionName: "decreaseLiquidity", args });
}

export async function collectV3(lab: Lab, v3: UniswapV3Lab, owner: Address, tokenId: bigint): Promise<void> {
  const args = [{ tokenId, recipient: owner, amount0Max: MAX_UINT128, amount1Max: MAX_UINT128 }];
  await lab.write(owner, { to: v3.contracts.positions, abi: v3PositionsAbi, functionName: "collect", args });
}

/** The manager's payout for an NFT now: all fees, and all of its liquidity. */
export async function readManager(lab: Lab, v3: UniswapV3Lab, owner: Address, tokenId: bigint) {
  const of = { to: v3.contracts.positions, abi: v3PositionsAbi };
  const all = { tokenId, recipient: owner, amount0Max: MAX_UINT128, amount1Max: MAX_UINT128 };
  const fees = await simulate<readonly [bigint, bigint]>(lab, owner, { ...of, functionName: "collect", args: [all] });
  const collectCall = {
    address: v3.contracts.positions,
    abi: v3PositionsAbi,
    functionName: "positions",
    args: [tokenId],
  } as const;
  const liquidity = ((await lab.view(collectCall)) as readonly bigint[])[7] ?? 0n;
  if (liquidity === 0n) return { fees, principal: [0n, 0n] as const, liquidity };
  const take = { tokenId, liquidity, amount0Min: 0n, amount1Min: 0n, deadline: DEADLINE };
  const call = { ...of, functionName: "decreaseLiquidity", args: [take] };
  return { fees, liquidity, principal: await simulate<readonly [bigint, bigint]>(lab, owner, call) };
}

/** Asserts that every shown position of an owner's NFTs equals the manager's payout, to the unit. */
export async function expectExact<Contracts>(
  lab: Lab,
  v3: UniswapV3Lab,
  { adapter, contracts, owner }: Shown<Contracts>,
) {
  const { positions: shown } = await lab.listPositions(adapter, contracts, owner);
  for (const { detail, positionIndex } of shown) {
    if (detail.type !== "common") throw new Error(`a position of type ${detail.type}`);
    const collected = await readManager(lab, v3, owner, BigInt(positionIndex ?? 0));
    expect(detail.supplies).toEqual(v3.tokens.map((token, side) => ({ token, rawAmount: collected.principal[side] })));
    const paid = v3.tokens.map((token, side) => ({ token, rawAmount: collected.fees[side] ?? 0n }));
    expect(detail.rewards ?? []).toEqual(paid.filter(({ rawAmount }) => rawAmount > 0n));
  }
}

interface Shown<Contracts> {
  adapter: Adapter<Contracts>;
  contracts: Contracts;
  owner: Address;
}

/** The result of a transaction, without sending it. */
export async function simulate<Result>(
  lab: Lab,
  from: Address,
  { to, ...call }: Parameters<Lab["write"]>[1],
): Promise<Result> {
  const data = await lab.rpc.call("eth_call", [{ from, to, data: encodeFunctionData(call) }, "latest"]);
  return decodeFunctionResult({ ...call, data }) as Result;
}
