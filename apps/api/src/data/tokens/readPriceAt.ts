import type { Address, Chain } from "@portico/evm";
import { MARK_SECONDS, readClose } from "@portico/store";
import type { Deps } from "../../deps.ts";
import { invalidParams } from "../../errors.ts";
import type { SyncedChain } from "../chains/chainSurvey.ts";

export interface PriceQuery {
  readonly chain: Chain;
  readonly token: Address;
  /** Unix seconds. */
  readonly timeAt: number;
}

/**
 * USD at the last mark at or before a time; 0 if none was trusted, or that time's are not written yet. Undefined for an
 * unknown token.
 */
export async function readPriceAt(
  { db, tokens }: Pick<Deps, "db" | "tokens">,
  { chain, token, timeAt }: PriceQuery,
): Promise<number | undefined> {
  if (tokens.find(chain.slug, token) === undefined) return undefined;
  const mark = Math.floor(timeAt / MARK_SECONDS) * MARK_SECONDS;
  const { usd = 0 } = await readClose(db, { chain: chain.slug, token, timeAt: mark });
  return usd;
}

/** @throws ServiceError invalid_params for a time after the chain's block */
export function requirePastTime({ chain, timeAt: latest }: SyncedChain, timeAt: number): void {
  if (timeAt <= latest) return;
  throw invalidParams({ time_at: `is after the latest indexed block of '${chain.slug}', which is of ${latest}` });
}
