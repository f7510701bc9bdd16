import { erc20Abi } from "@portico/evm";
import type { Address } from "@portico/evm";
import type { OwnerContext, PoolContext } from "../../adapter.ts";
import type { Amount, PoolState, Position, Supply } from "../../position.ts";
import { toCovered } from "../cover.ts";
import { readStake } from "../staked.ts";
import { findPoolTokens, ONE, readImpermaxPool } from "./impermaxPool.ts";
import type { PoolToken } from "./impermaxPool.ts";

/** What an owner lent, secured and owes in one lending pool. */
export async function readImpermaxAccount(context: OwnerContext<unknown>, collateral: Address): Promise<Position[]> {
  const addresses = await findPoolTokens(context, collateral);
  const [{ tokens, debts, liquidity }, shares] = await Promise.all([
    readImpermaxPool(context, collateral, context.owner),
    context.read(
      addresses.map(
        (address) => ({ address, abi: erc20Abi, functionName: "balanceOf", args: [context.owner] }) as const,
      ),
    ),
  ]);
  const claimed = tokens.map((token, index) => ({ token: token.asset, rawAmount: toAmount(token, shares[index]!) }));
  const [secured = { token: collateral, rawAmount: 0n }, ...lent] = claimed;
  const { supplies: unwound } = await readStake({ ...context, contracts: {} }, secured);
  const supplies = [
    ...lent.map((amount): Supply => ({ ...amount, isCollateral: false })),
    ...unwound.map((amount): Supply => ({ ...amount, isCollateral: true })),
  ].filter(({ rawAmount }) => rawAmount > 0n);
  const borrows = lent
    .map(({ token }, index): Amount => ({ token, rawAmount: debts[index]! }))
    .filter(({ rawAmount }) => rawAmount > 0n);
  if (supplies.length + borrows.length === 0) return [];
  const rawSecured = (shares[0]! * tokens[0]!.rate) / ONE;
  const healthRate = borrows.length === 0 || liquidity === undefined ? null : toHealth(rawSecured, liquidity);
  return [
    { name: "Lending", pool: { controller: collateral }, detail: { type: "lending", supplies, borrows, healthRate } },
  ];
}

/** Each token of a lending pool, with everything supplied. */
export async function readImpermaxPools(context: PoolContext<unknown>, collateral: Address): Promise<PoolState[]> {
  const { tokens } = await readImpermaxPool(context, collateral, undefined);
  return Promise.all(
    tokens.map(async (token): Promise<PoolState> => {
      const { supplies } = await readStake(
        { ...context, contracts: {} },
        { token: token.asset, rawAmount: toAmount(token, token.rawShares) },
      );
      return {
        pool: { controller: collateral, index: token.address },
        name: "Lending",
        contracts: [collateral, token.address],
        supplies,
        rawShares: token.rawShares,
        depositors: { by: "receipt", token: token.address },
      };
    }),
  );
}

const toAmount = ({ rate, rawShares, rawCover }: PoolToken, shares: bigint): bigint =>
  toCovered((shares * rate) / ONE, { rawCover, rawClaims: (rawShares * rate) / ONE });

/** What secures over what must: the pool reports their difference. */
function toHealth(rawSecured: bigint, [liquidity, shortfall]: readonly [bigint, bigint]): number | null {
  const needed = rawSecured - liquidity + shortfall;
  return needed <= 0n ? null : Number((rawSecured * ONE) / needed) / 1e18;
}
