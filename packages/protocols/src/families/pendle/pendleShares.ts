import type { Address } from "@portico/evm";
import type { ReadContext } from "../../adapter.ts";
import { marketAbi, tokenAbi } from "./pendleAbi.ts";
import type { Amount } from "../../position.ts";
import type { PendleToken } from "./pendleTokens.ts";
import type { PyRates } from "./pyRates.ts";
import type { SyClaim } from "./syClaims.ts";

/** What a market's shares are shares of. */
export interface Reserves {
  rawPt: bigint;
  rawSy: bigint;
  rawShares: bigint;
}

export async function readReserves(
  { tryRead }: ReadContext<unknown>,
  { kind, address }: PendleToken,
): Promise<Reserves | undefined> {
  if (kind !== "market") return undefined;
  const [stored, rawShares] = await tryRead([
    { address, abi: marketAbi, functionName: "_storage" },
    { address, abi: tokenAbi, functionName: "totalSupply" },
  ]);
  return stored && rawShares !== undefined ? { rawPt: stored[0], rawSy: stored[1], rawShares } : undefined;
}

/** What an amount of a token stands for. */
export interface Content {
  claims: SyClaim[];
  /** Tokens of which nothing says what they are worth. */
  unvalued: Amount[];
}

export function toContent(
  token: PendleToken,
  rawAmount: bigint,
  reserves: Reserves | undefined,
  rates: ReadonlyMap<Address, PyRates>,
): Content {
  const { kind, sy } = token;
  const split = (side: "pt" | "yt", raw: bigint): Content => {
    const claimed = rates.get(token.pt)?.toSy(side, raw);
    return claimed === undefined
      ? { claims: [], unvalued: [{ token: token[side], rawAmount: raw }] }
      : { claims: [{ sy, rawAmount: claimed }], unvalued: [] };
  };
  if (kind !== "market") return split(kind, rawAmount);
  if (reserves === undefined || reserves.rawShares === 0n)
    return { claims: [], unvalued: [{ token: token.address, rawAmount }] };
  const { rawPt, rawSy, rawShares } = reserves;
  const { claims, unvalued } = split("pt", (rawPt * rawAmount) / rawShares);
  return { claims: [{ sy, rawAmount: (rawSy * rawAmount) / rawShares }, ...claims], unvalued };
}
