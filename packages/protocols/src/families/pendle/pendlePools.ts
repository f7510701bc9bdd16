import type { PoolContext } from "../../adapter.ts";
import type { PoolState } from "../../position.ts";
import { tokenAbi } from "./pendleAbi.ts";
import type { PendleContracts } from "./pendleContracts.ts";
import { nameOf } from "./pendlePositions.ts";
import { readReserves, toContent } from "./pendleShares.ts";
import { readPendleTokens } from "./pendleTokens.ts";
import { readPyRates } from "./pyRates.ts";
import { readSyStates, unwrapClaims } from "./syClaims.ts";

/** Everything deposited is in the SY: markets, PT and YT are claims on it. */
export async function listTokenPools(context: PoolContext<PendleContracts>): Promise<PoolState[]> {
  const tokens = await readPendleTokens(context, context.known);
  const [totals, reserves, rates, states] = await Promise.all([
    context.tryRead(tokens.map(({ address }) => ({ address, abi: tokenAbi, functionName: "totalSupply" }) as const)),
    Promise.all(tokens.map((token) => readReserves(context, token))),
    readPyRates(context, tokens),
    readSyStates(
      context,
      tokens.map(({ sy }) => sy),
    ),
  ]);
  const pools = await Promise.all(
    tokens.map(async (token, index): Promise<PoolState[]> => {
      const rawShares = totals[index] ?? 0n;
      if (rawShares === 0n) return [];
      const { claims, unvalued } = toContent(token, rawShares, reserves[index], rates);
      const { amounts } = await unwrapClaims(context, states, claims);
      const { kind, address, sy } = token;
      return [
        {
          pool: { controller: address },
          name: nameOf(token),
          contracts: kind === "sy" ? [address] : [...new Set([address, sy, token.pt, token.yt])],
          supplies: [...amounts, ...unvalued],
          rawShares,
          depositors: { by: "receipt", token: address },
          ...(kind !== "sy" && { isNested: true }),
        },
      ];
    }),
  );
  return pools.flat();
}
