import type { ReadContext } from "../../adapter.ts";
import type { Amount } from "../../position.ts";
import type { PendleContracts } from "./pendleContracts.ts";
import { readReserves, toContent } from "./pendleShares.ts";
import { readPendleTokens } from "./pendleTokens.ts";
import { readPyRates } from "./pyRates.ts";
import { readSyStates, unwrapClaims } from "./syClaims.ts";

/** A PT or YT stays as it is before it expires: its market is not known here. */
export async function unwrapPendle(context: ReadContext<PendleContracts>, receipt: Amount): Promise<Amount[]> {
  const [token] = await readPendleTokens(context, [receipt.token]);
  if (token === undefined) return [receipt];
  const [reserves, rates, states] = await Promise.all([
    readReserves(context, token),
    readPyRates(context, [token]),
    readSyStates(context, [token.sy]),
  ]);
  const { claims, unvalued } = toContent(token, receipt.rawAmount, reserves, rates);
  const { amounts } = await unwrapClaims(context, states, claims);
  return [...amounts, ...unvalued];
}
