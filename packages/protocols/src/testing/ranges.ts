import { getChain } from "@portico/evm";
import type { Address } from "@portico/evm";
import { expect } from "vitest";
import type { Adapter, ReadContext } from "../adapter.ts";
import { createChainReader, openContext } from "../chainReader.ts";
import type { Lab } from "./lab.ts";
import type { TestContract } from "./testContract.ts";
import { MAX_UINT128, simulate } from "./uniswapV3.ts";

const DEADLINE = 99_999_999_999n;

/** What removing an NFT's liquidity and collecting its fees pays now. @param holder - Who may do so. */
export async function readPayout(lab: Lab, manager: TestContract, holder: Address, tokenId: bigint) {
  const run = <Result>(functionName: string, order: object): Promise<Result> =>
    simulate<Result>(lab, holder, { to: manager.address, abi: manager.abi, functionName, args: [order] });
  const all = { tokenId, recipient: holder, amount0Max: MAX_UINT128, amount1Max: MAX_UINT128 };
  const fees = await run<readonly [bigint, bigint]>("collect", all);
  const words = await manager.view<readonly unknown[]>("positions", [tokenId]);
  const liquidity = words.at(-5) as bigint;
  if (liquidity === 0n) return { fees, principal: [0n, 0n] as const, liquidity };
  const order = { tokenId, liquidity, amount0Min: 0n, amount1Min: 0n, deadline: DEADLINE };
  return { fees, liquidity, principal: await run<readonly [bigint, bigint]>("decreaseLiquidity", order) };
}

interface Shown<Contracts> {
  adapter: Adapter<Contracts>;
  contracts: Contracts;
  owner: Address;
  manager: TestContract;
  tokens: readonly [Address, Address];
}

/** Asserts that every position that is shown pays what its manager would. @returns their number. */
export async function expectPayouts<Contracts>(lab: Lab, shown: Shown<Contracts>): Promise<number> {
  const { adapter, contracts, owner, manager, tokens } = shown;
  const { positions } = await lab.listPositions(adapter, contracts, owner);
  for (const { detail, positionIndex } of positions) {
    if (detail.type !== "common") throw new Error(`a position of type ${detail.type}`);
    const { principal, fees } = await readPayout(lab, manager, owner, BigInt(positionIndex ?? 0));
    expect(detail.supplies).toEqual(tokens.map((token, side) => ({ token, rawAmount: principal[side] })));
    const paid = tokens.map((token, side) => ({ token, rawAmount: fees[side] ?? 0n }));
    expect(detail.rewards).toEqual(paid.filter(({ rawAmount }) => rawAmount > 0n));
  }
  return positions.length;
}

/** A family as the adapter of a fork. */
export const asAdapter = <Contracts>(family: Partial<Adapter<Contracts>>): Adapter<Contracts> => ({
  id: "fork",
  name: "Fork",
  siteUrl: "https://fork.example",
  category: "dex",
  deployments: {},
  ...family,
});

/** A context for reads at the latest block, and its reader, which counts them. */
export async function openAt<Contracts>(lab: Lab, contracts: Contracts) {
  const { number: blockNumber, timestamp } = await lab.client.getBlock();
  const block = { blockNumber, timeAt: Number(timestamp) };
  const reading = { rpc: lab.client, chain: getChain("base"), block, memory: new Map() };
  const reader = createChainReader(reading);
  return { reader, context: openContext(reading, reader, contracts) as ReadContext<Contracts> };
}
