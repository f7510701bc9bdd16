import type { PoolContext } from "../../adapter.ts";
import type { PoolState } from "../../position.ts";
import { unlessUnread } from "../../reader.ts";
import { tokenAbi } from "./spectraAbi.ts";
import { readOwnTokens } from "./spectraIdentify.ts";
import type { SpectraContracts, SpectraToken } from "./spectraTokens.ts";
import { readSpectraReserves } from "./spectraValues.ts";

/** What PT hold, and what pools hold besides PT, which have no price. */
export async function listSpectraPools(context: PoolContext<SpectraContracts>): Promise<PoolState[]> {
  const tokens = await readOwnTokens(context, context.known);
  const held = tokens.filter(({ kind }) => kind !== "yt");
  const pools = await Promise.all(
    held.map((token) =>
      unlessUnread(token.kind === "lp" ? readCurvePool(context, token) : readPtPool(context, token), undefined),
    ),
  );
  return pools.filter((pool) => pool !== undefined);
}

async function readPtPool({ read }: PoolContext<SpectraContracts>, { address, ibt }: SpectraToken): Promise<PoolState> {
  const [rawShares, rawAmount] = await read([
    { address, abi: tokenAbi, functionName: "totalSupply" },
    { address: ibt, abi: tokenAbi, functionName: "balanceOf", args: [address] },
  ]);
  return {
    pool: { controller: address },
    name: "Yield",
    contracts: [address],
    supplies: [{ token: ibt, rawAmount }],
    rawShares,
    depositors: { by: "receipt", token: address },
  };
}

async function readCurvePool(
  context: PoolContext<SpectraContracts>,
  { address, pool = address, pt, ibt }: SpectraToken,
): Promise<PoolState> {
  const { rawIbt, rawPt, rawShares } = await readSpectraReserves(context, { address, pool, pt, ibt });
  return {
    pool: { controller: address },
    name: "Liquidity Pool",
    contracts: [...new Set([address, pool])],
    supplies: [
      { token: ibt, rawAmount: rawIbt },
      { token: pt, rawAmount: rawPt },
    ],
    rawShares,
    depositors: { by: "receipt", token: address },
  };
}
