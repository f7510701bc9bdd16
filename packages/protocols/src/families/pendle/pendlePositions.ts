import type { Address } from "@portico/evm";
import type { OwnerContext, ReadContext } from "../../adapter.ts";
import type { Amount, Position } from "../../position.ts";
import { tokenAbi } from "./pendleAbi.ts";
import type { PendleContracts } from "./pendleContracts.ts";
import { readDues } from "./pendleDues.ts";
import type { Dues } from "./pendleDues.ts";
import { readPendleTokens } from "./pendleTokens.ts";
import type { PendleToken } from "./pendleTokens.ts";
import { readPyRates } from "./pyRates.ts";
import type { PyRates } from "./pyRates.ts";
import { readRouterMarkets } from "./routerMarkets.ts";
import { readReserves, toContent } from "./pendleShares.ts";
import type { Reserves } from "./pendleShares.ts";
import { readSyStates, unwrapClaims } from "./syClaims.ts";
import type { SyStates, Unwrapped } from "./syClaims.ts";

const CAPPED = "Only what the SY itself holds is counted.";
const SILENT = "Its rewards cannot be read.";
const UNVALUED = "No market that values the token is known.";

interface Held {
  token: PendleToken;
  rawAmount: bigint;
  dues: Dues | undefined;
  reserves: Reserves | undefined;
}

interface Worth {
  rates: ReadonlyMap<Address, PyRates>;
  states: SyStates;
}

/** Tokens that an owner holds, or that owe the owner something. */
export async function listTokenPositions(context: OwnerContext<PendleContracts>): Promise<Position[]> {
  const { owner, receipts, interactions, tryRead } = context;
  const addresses = [...new Set([...receipts, ...interactions.map(({ contract }) => contract)])];
  const [tokens, markets] = await Promise.all([readPendleTokens(context, addresses), readRouterMarkets(context)]);
  const [balances, dues, reserves, rates, states] = await Promise.all([
    tryRead(
      tokens.map(({ address }) => ({ address, abi: tokenAbi, functionName: "balanceOf", args: [owner] }) as const),
    ),
    Promise.all(tokens.map((token) => readDues(context, token))),
    Promise.all(tokens.map((token) => readReserves(context, token))),
    readPyRates(context, joinTokens(tokens, markets)),
    readSyStates(
      context,
      tokens.map(({ sy }) => sy),
    ),
  ]);
  const positions = await Promise.all(
    tokens.map((token, index) => {
      const held = { token, rawAmount: balances[index] ?? 0n, dues: dues[index], reserves: reserves[index] };
      return toPosition(context, held, { rates, states });
    }),
  );
  return positions.filter((position) => position !== undefined);
}

const joinTokens = (...lists: readonly (readonly PendleToken[])[]): PendleToken[] => [
  ...new Map(lists.flat().map((token) => [token.address, token])).values(),
];

async function toPosition(context: ReadContext<unknown>, held: Held, worth: Worth): Promise<Position | undefined> {
  const { token, rawAmount, dues } = held;
  const { claims, unvalued } = toContent(token, rawAmount, held.reserves, worth.rates);
  const [principal, interest] = await Promise.all([
    unwrapClaims(context, worth.states, claims),
    unwrapClaims(context, worth.states, dues?.interest ?? []),
  ]);
  const rewards = [...interest.amounts, ...(dues?.rewards ?? [])];
  const supplies = [...principal.amounts, ...unvalued.filter((amount) => amount.rawAmount > 0n)];
  const pool = { controller: token.address };
  if (supplies.length === 0)
    return rewards.length === 0 ? undefined : { name: "Rewards", pool, detail: { type: "reward", rewards } };
  const description = describe(held, unvalued, [principal, interest]);
  const detail = { type: "common", supplies, rewards, ...(description !== undefined && { description }) } as const;
  return { name: nameOf(token), pool, detail };
}

export const nameOf = ({ kind }: PendleToken): Position["name"] => (kind === "market" ? "Liquidity Pool" : "Yield");

function describe({ dues }: Held, unvalued: readonly Amount[], parts: readonly Unwrapped[]): string | undefined {
  const notes = [
    ...(unvalued.length > 0 ? [UNVALUED] : []),
    ...(parts.some(({ isCapped }) => isCapped) ? [CAPPED] : []),
    ...(dues === undefined ? [SILENT] : []),
  ];
  return notes.length === 0 ? undefined : notes.join(" ");
}
