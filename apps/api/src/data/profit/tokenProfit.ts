import type { TokenProfit } from "@portico/contract";
import { toAmount, type Address } from "@portico/evm";
import type { MovementRead, Movement } from "@portico/store";
import type { SyncedChain } from "../chains/chainSurvey.ts";
import type { TokenEntry } from "../tokens/tokenEntry.ts";
import type { TokenTable } from "../tokens/tokenTable.ts";
import type { CostMethod } from "./costLots.ts";
import { computeGain } from "./tokenGain.ts";

/** The profit of each token of an owner on these chains, the most valuable first. */
export async function listProfits(
  tokens: TokenTable,
  synced: readonly SyncedChain[],
  read: MovementRead,
  method: CostMethod,
): Promise<TokenProfit[]> {
  const lists = await Promise.all(synced.map((chain) => listChainProfits(tokens, chain, read, method)));
  return lists.flat().toSorted((a, b) => b.usd_value - a.usd_value || sizeOf(b) - sizeOf(a) || (a.id < b.id ? -1 : 1));
}

const sizeOf = ({ realized_usd_value: usd }: TokenProfit): number => Math.abs(usd ?? 0);

/** The native coin's ERC-20 view is the coin, and counted once. */
async function listChainProfits(
  tokens: TokenTable,
  { chain }: SyncedChain,
  read: MovementRead,
  method: CostMethod,
): Promise<TokenProfit[]> {
  const { movements = [], since } = read.chains.get(chain.slug) ?? {};
  const held = new Map(read.balances.flatMap((one) => (one.chain === chain.slug ? [[one.token, one.rawAmount]] : [])));
  const byToken = Map.groupBy(movements, ({ token }) => token);
  const addresses = [...new Set<Address>([...held.keys(), ...byToken.keys()])].filter(
    (token) => token !== chain.nativeErc20,
  );
  const entries = await tokens.resolve(chain, addresses);
  return addresses.flatMap((address, index) => {
    const entry = entries[index];
    const moved = byToken.get(address) ?? [];
    if (entry === undefined || entry.isDerived || !isListed(entry, moved)) return [];
    return [toProfit(entry, moved, { rawAmount: held.get(address) ?? 0n, since: since ?? null, method })];
  });
}

const isListed = (entry: TokenEntry, movements: readonly Movement[]): boolean =>
  entry.token.isVerified || entry.price > 0 || movements.some(({ usd }) => usd > 0);

interface ProfitContext {
  readonly rawAmount: bigint;
  readonly since: number | null;
  readonly method: CostMethod;
}

function toProfit(entry: TokenEntry, movements: readonly Movement[], context: ProfitContext): TokenProfit {
  const { rawAmount, since, method } = context;
  const { decimals, price } = entry;
  const gain = computeGain(movements, { rawAmount, decimals }, method);
  const amount = toAmount(rawAmount, decimals);
  const priced = toAmount(gain.pricedRaw, decimals);
  const isCostKnown = gain.pricedRaw > 0n || rawAmount === 0n;
  const { id, chain, symbol, optimized_symbol, decimals: digits, is_verified } = entry.toResponse();
  return {
    id,
    chain,
    symbol,
    optimized_symbol,
    decimals: digits,
    is_verified,
    price,
    amount,
    raw_amount: rawAmount,
    usd_value: amount * price,
    cost_usd_value: isCostKnown ? gain.costUsd : null,
    average_cost: gain.pricedRaw > 0n ? gain.costUsd / priced : null,
    realized_usd_value: gain.soldRaw > 0n || gain.unpricedSoldRaw === 0n ? gain.realizedUsd : null,
    unrealized_usd_value: isCostKnown && (price > 0 || rawAmount === 0n) ? priced * price - gain.costUsd : null,
    fee_usd_value: gain.feeUsd,
    unpriced_amount: toAmount(gain.unpricedRaw, decimals),
    unpriced_sold_amount: toAmount(gain.unpricedSoldRaw, decimals),
    is_complete: gain.isExplained && since === null,
    known_since: since,
  };
}
