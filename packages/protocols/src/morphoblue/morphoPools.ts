import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { PoolContext } from "../adapter.ts";
import type { PoolState } from "../position.ts";
import { toCovered } from "../families/cover.ts";
import { readMorphoCash, toLentCover } from "./morphoCash.ts";
import { accrue } from "./morphoMath.ts";
import { readMarkets, readMoving } from "./morphoReads.ts";
import type { MarketId, MorphoContracts, MorphoMarket } from "./morphoReads.ts";

const tokenAbi = parseAbi(["function balanceOf(address owner) view returns (uint256)"]);

/**
 * Each market with interactions, with its supplies; and for each collateral token its total over all markets, which no market
 * reports: the contract's balance less supplies that are not borrowed.
 */
export async function listMorphoPools(context: PoolContext<MorphoContracts>): Promise<PoolState[]> {
  const controller = context.contracts.morpho;
  const ids = [...new Set((context.emitted ?? []).map(({ key }) => key as MarketId))];
  const markets = await readMarkets(context, ids);
  const [moving, held, cash] = await Promise.all([
    readMoving(context, markets, () => false),
    readHeld(context, markets),
    context.contracts.isFork === true ? readMorphoCash(context, markets) : undefined,
  ]);
  const lent = markets.map((market, index): PoolState => {
    const state = accrue(market.state, moving[index]!.borrowRate, context.timeAt);
    return {
      pool: { controller, index: market.id },
      name: "Lending",
      contracts: [controller],
      supplies: [
        { token: market.loanToken, rawAmount: toCovered(state.supplyAssets, toLentCover(state, cash?.[index])) },
      ],
      rawShares: state.supplyShares,
      depositors: { by: "interaction", contract: controller, key: market.id },
    };
  });
  const idle = new Map<Address, bigint>();
  for (const { loanToken, state } of markets)
    idle.set(loanToken, (idle.get(loanToken) ?? 0n) + state.supplyAssets - state.borrowAssets);
  const collateral = [...held].flatMap(([token, balance]): PoolState[] => {
    const rawAmount = balance - (idle.get(token) ?? 0n);
    if (rawAmount <= 0n) return [];
    const supplies = [{ token, rawAmount }];
    return [
      { pool: { controller, index: token }, name: "Lending", contracts: [controller], supplies, rawShares: rawAmount },
    ];
  });
  return [...lent, ...collateral];
}

/** Balances of collateral tokens; a token that fails is omitted. */
async function readHeld(
  { contracts, tryRead }: PoolContext<MorphoContracts>,
  markets: readonly MorphoMarket[],
): Promise<Map<Address, bigint>> {
  const tokens = [...new Set(markets.map(({ collateralToken }) => collateralToken))];
  const balances = await tryRead(
    tokens.map((address) => ({ address, abi: tokenAbi, functionName: "balanceOf", args: [contracts.morpho] }) as const),
  );
  return new Map(tokens.flatMap((token, index) => (balances[index] === undefined ? [] : [[token, balances[index]]])));
}
