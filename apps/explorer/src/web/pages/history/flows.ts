import type { HistoryItem, UserHistory } from "@portico/client";
import { type Asset, findAsset } from "./asset.ts";

/** An amount of an asset. */
export interface Flow {
  readonly asset: Asset;
  /** Whole tokens, or a number of NFTs. */
  readonly amount: number;
}

export interface Flows {
  readonly out: readonly Flow[];
  readonly in: readonly Flow[];
  /** Unique recipients and senders. */
  readonly receivers: readonly string[];
  readonly senders: readonly string[];
}

/** Relative to the sum: smaller differences of doubles are rounding errors. */
const ROUNDING = 1e-12;

/** The net changes of a transaction, once per asset: a returned amount is subtracted. */
export function netFlows(item: HistoryItem, dict: UserHistory["token_dict"]): Flows {
  const sums = new Map<string, { out: number; in: number }>();
  const sumOf = (id: string) => sums.get(id) ?? sums.set(id, { out: 0, in: 0 }).get(id)!;
  for (const { token_id, amount } of item.sends) sumOf(token_id).out += amount;
  for (const { token_id, amount } of item.receives) sumOf(token_id).in += amount;
  const changes = [...sums].map(([id, sum]) => ({ id, ...sum, net: sum.in - sum.out }));
  const isChange = ({ net, ...sum }: (typeof changes)[number]) => Math.abs(net) > ROUNDING * Math.max(sum.in, sum.out);
  const known = changes.some(isChange) ? changes.filter(isChange) : [];
  const asset = (id: string) => findAsset(dict, item.chain, id);
  return {
    out: known.filter(({ net }) => net < 0).map(({ id, net }) => ({ asset: asset(id), amount: -net })),
    in: known.filter(({ net }) => net > 0).map(({ id, net }) => ({ asset: asset(id), amount: net })),
    receivers: [...new Set(item.sends.map(({ to_addr }) => to_addr))],
    senders: [...new Set(item.receives.map(({ from_addr }) => from_addr))],
  };
}

/**
 * Everything that went out and came in, by token: used if the net change is zero, for example in a transfer to oneself.
 */
export function grossFlows(item: HistoryItem, dict: UserHistory["token_dict"]): Pick<Flows, "out" | "in"> {
  const sum = (moves: readonly { readonly token_id: string; readonly amount: number }[]): Flow[] =>
    [...Map.groupBy(moves, ({ token_id }) => token_id)].map(([id, all]) => ({
      asset: findAsset(dict, item.chain, id),
      amount: all.reduce((total, { amount }) => total + amount, 0),
    }));
  return { out: sum(item.sends), in: sum(item.receives) };
}
