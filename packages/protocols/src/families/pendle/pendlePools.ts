import type { PoolContext } from "../../adapter.ts";
import type { Amount, PoolState } from "../../position.ts";
import { tokenAbi } from "./pendleAbi.ts";
import type { PendleContracts } from "./pendleContracts.ts";
import { nameOf } from "./pendlePositions.ts";
import { readReserves } from "./pendleShares.ts";
import { readPendleTokens } from "./pendleTokens.ts";
import type { PendleToken } from "./pendleTokens.ts";
import { readSyStates, unwrapClaims } from "./syClaims.ts";
import type { SyStates } from "./syClaims.ts";

/** YT hold the SY of all PT and YT; markets hold SY, and PT, which have no price. */
export async function listTokenPools(context: PoolContext<PendleContracts>): Promise<PoolState[]> {
  const tokens = (await readPendleTokens(context, context.known)).filter(({ kind }) => kind !== "pt");
  const [totals, states] = await Promise.all([
    context.tryRead(tokens.map(({ address }) => ({ address, abi: tokenAbi, functionName: "totalSupply" }) as const)),
    readSyStates(
      context,
      tokens.map(({ sy }) => sy),
    ),
  ]);
  const supplies = await Promise.all(tokens.map((token) => readSupplies(context, states, token)));
  return tokens.flatMap((token, index): PoolState[] => {
    const { kind, address, sy, pt, yt } = token;
    const [rawShares = 0n, held = []] = [totals[index], supplies[index]];
    if (rawShares === 0n) return [];
    const contracts = [...new Set([address, sy, pt, yt])];
    const part = kind === "yt" && { supplies: [] }; // a YT is worth less than what it holds
    const depositors = { by: "receipt" as const, token: address, ...part };
    return [{ pool: { controller: address }, name: nameOf(token), contracts, supplies: held, rawShares, depositors }];
  });
}

async function readSupplies(
  context: PoolContext<PendleContracts>,
  states: SyStates,
  token: PendleToken,
): Promise<Amount[]> {
  const { kind, address, sy, pt } = token;
  const [reserves, [rawHeld = 0n]] = await Promise.all([
    readReserves(context, token),
    context.tryRead([{ address: sy, abi: tokenAbi, functionName: "balanceOf", args: [address] }]),
  ]);
  const { amounts } = await unwrapClaims(context, states, [{ sy, rawAmount: reserves?.rawSy ?? rawHeld }]);
  return kind === "market" ? [...amounts, { token: pt, rawAmount: reserves?.rawPt ?? 0n }] : amounts;
}
