import type { OwnerContext, ReadContext } from "../../adapter.ts";
import type { Amount, Position } from "../../position.ts";
import { unlessUnread } from "../../reader.ts";
import { readStake } from "../staked.ts";
import { ptAbi, tokenAbi } from "./spectraAbi.ts";
import { readOwnTokens } from "./spectraIdentify.ts";
import type { SpectraContracts, SpectraToken } from "./spectraTokens.ts";
import { readPtValue, readShareValue, readSpectraReserves } from "./spectraValues.ts";

type Context = OwnerContext<SpectraContracts>;

export async function listSpectraPositions(context: Context): Promise<Position[]> {
  const { owner, receipts, interactions, tryRead } = context;
  const tokens = await readOwnTokens(context, [
    ...new Set([...receipts, ...interactions.map(({ contract }) => contract)]),
  ]);
  const balances = await tryRead(
    tokens.map(({ address }) => ({ address, abi: tokenAbi, functionName: "balanceOf", args: [owner] }) as const),
  );
  const [listed, yields] = await Promise.all([
    Promise.all(tokens.map((token, index) => listOf(context, token, balances[index] ?? 0n))),
    listYields(context, tokens),
  ]);
  return [...listed.flat(), ...yields];
}

/** A YT stays as it is. */
export async function unwrapSpectra(context: ReadContext<SpectraContracts>, receipt: Amount): Promise<Amount[]> {
  const [token] = await readOwnTokens(context, [receipt.token]);
  return token === undefined || token.kind === "yt" ? [receipt] : readSupplies(context, token, receipt.rawAmount);
}

async function listOf(context: Context, token: SpectraToken, rawAmount: bigint): Promise<Position[]> {
  if (rawAmount === 0n || token.kind === "yt") return [];
  const supplies = await readSupplies(context, token, rawAmount);
  const pool = { controller: token.address };
  if (token.kind === "lp") return [{ name: "Liquidity Pool", pool, detail: { type: "common", supplies } }];
  const { maturity: unlockAt } = token;
  return unlockAt > context.timeAt
    ? [{ name: "Yield", pool, detail: { type: "locked", supplies, unlockAt } }]
    : [{ name: "Yield", pool, detail: { type: "common", supplies } }];
}

/** A token that does not respond stands for itself. */
async function readSupplies(
  context: ReadContext<SpectraContracts>,
  token: SpectraToken,
  rawAmount: bigint,
): Promise<Amount[]> {
  const { kind, address, pt, ibt, pool = address } = token;
  const value =
    kind === "pt"
      ? await unlessUnread(readPtValue(context, pt, ibt, rawAmount), undefined)
      : await unlessUnread(
          readSpectraReserves(context, { address, pool, pt, ibt }).then((reserves) =>
            readShareValue(context, token, reserves, rawAmount),
          ),
          undefined,
        );
  if (value === undefined) return [{ token: address, rawAmount }];
  const { supplies } = await readStake({ ...context, contracts: {} }, { token: ibt, rawAmount: value });
  return supplies;
}

/** What YT earned: at most what the PT holds. A YT itself is worth what a PT lacks, which is not known. */
async function listYields(context: Context, tokens: readonly SpectraToken[]): Promise<Position[]> {
  const { owner, tryRead } = context;
  const pts = [...new Map(tokens.map((token) => [token.pt, token])).values()];
  const [earned, held] = await Promise.all([
    tryRead(
      pts.map(
        ({ pt }) => ({ address: pt, abi: ptAbi, functionName: "getCurrentYieldOfUserInIBT", args: [owner] }) as const,
      ),
    ),
    tryRead(
      pts.map(({ pt, ibt }) => ({ address: ibt, abi: tokenAbi, functionName: "balanceOf", args: [pt] }) as const),
    ),
  ]);
  return pts.flatMap(({ pt, ibt }, index): Position[] => {
    const [rawEarned, rawHeld] = [earned[index] ?? 0n, held[index] ?? 0n];
    const rawAmount = rawEarned < rawHeld ? rawEarned : rawHeld;
    if (rawAmount === 0n) return [];
    const rewards = [{ token: ibt, rawAmount }];
    return [{ name: "Rewards", pool: { controller: pt }, positionIndex: "yield", detail: { type: "reward", rewards } }];
  });
}
