import { setTimeout as wait } from "node:timers/promises";
import { NATIVE_TOKEN } from "@portico/evm";
import { findChainState, listPriceBackfills, listUnpricedTimes } from "@portico/store";
import type { Store } from "@portico/store";
import type { Address } from "viem";
import type { AnswerComparison } from "./compareAnswers.ts";
import type { RunningService } from "./runService.ts";

const DAY = 86_400;
const POLL_MS = 100;
const LIMIT_MS = 600_000;
/** Means over half an hour come from the pools' own sums: of V3 pools in whole ticks, of V2 pairs nearly geometric. */
const TOLERANCE = 2e-4;

/** Resolves when prices of so many days before the index are read, and the coin's at each transaction. */
export async function untilPastPricesRead(db: Store, days: number): Promise<void> {
  const endsAt = performance.now() + LIMIT_MS;
  for (;;) {
    const [backfills, state] = await Promise.all([listPriceBackfills(db, "eth"), findChainState(db, "eth")]);
    const open = backfills.filter(({ sinceAt, untilAt }) => sinceAt > untilAt - (days - 1) * DAY);
    const coin = backfills.find(({ token }) => token === NATIVE_TOKEN);
    const fineSince = Math.floor((state!.balances!.timeAt - 8 * DAY) / DAY) * DAY;
    const query = { token: NATIVE_TOKEN, fineSince, until: coin?.untilAt ?? 0, limit: 1 };
    const times = coin === undefined || open.length > 0 ? [] : await listUnpricedTimes(db, "eth", query);
    if (coin !== undefined && open.length === 0 && times.length === 0) return;
    if (performance.now() > endsAt)
      throw new Error(`${open.length} tokens and the coin at ${times[0]} lack past prices`);
    await wait(POLL_MS);
  }
}

interface Row {
  id: string;
  time_at: number;
  summary: string;
  is_scam: boolean;
  tx: { usd_gas_fee: number } | null;
}

/**
 * What a service answers about owners that depends on prices, compared with what another one does: the curve of a day,
 * prices of tokens now and a day ago, and of the history fees, summaries, and what is spam.
 */
export async function comparePastPrices(
  expected: RunningService,
  actual: RunningService,
  owners: readonly Address[],
): Promise<AnswerComparison & { priced: number }> {
  const result = { compared: 0, priced: 0, differences: [] as string[] };
  const compare = (what: string, right: number | string, other: number | string | undefined): void => {
    result.compared++;
    if (typeof right === "number" && right !== 0) result.priced++;
    if (!isNear(right, other)) result.differences.push(`${what}: ${String(other)} instead of ${right}`);
  };
  for (const owner of owners) {
    const read = async <T>(path: string): Promise<[T, T]> => {
      const both = await Promise.all([expected, actual].map((service) => getJson<T>(service, `${path}&id=${owner}`)));
      return both as [T, T];
    };
    const [curve, otherCurve] = await read<{ usd_value_list: [number, number][] }>("user/chain_net_curve?chain_id=eth");
    for (const [index, [time, usd]] of curve.usd_value_list.entries()) {
      const [otherTime, otherUsd] = otherCurve.usd_value_list[index] ?? [0, 0];
      compare(`${owner} curve at ${time - curve.usd_value_list.at(-1)![0]}`, usd, otherUsd);
      compare(`${owner} curve's time`, `${time}`, `${otherTime}`);
    }
    type Token = { id: string; price: number; price_24h_change: number | null };
    const [tokens, others] = await read<Token[]>("user/token_list?chain_id=eth&is_all=true");
    const byId = new Map(others.map((token) => [token.id, token]));
    for (const { id, price, price_24h_change: change } of tokens) {
      compare(`${owner} price of ${id}`, price, byId.get(id)?.price);
      const otherChange = byId.get(id)?.price_24h_change;
      // A full index knows rates and shares of pools from its first head on only.
      if (change !== null)
        compare(
          `${owner} day-ago price of ${id}`,
          dayAgo(price, change),
          dayAgo(byId.get(id)?.price ?? 0, otherChange),
        );
    }
    const [rows, otherRows] = await Promise.all([expected, actual].map((service) => readHistory(service, owner)));
    for (const [id, { summary, is_scam, tx, time_at: time }] of rows!) {
      const other = otherRows!.get(id);
      compare(`${owner} fee at ${time} of ${id}`, tx?.usd_gas_fee ?? 0, other?.tx?.usd_gas_fee ?? 0);
      compare(`${owner} summary of ${id}`, summary, other?.summary);
      compare(`${owner} scam ${id}`, `${is_scam}`, `${other?.is_scam}`);
    }
  }
  return result;
}

/** 0: unknown. */
const dayAgo = (price: number, change: number | null | undefined): number =>
  change === null || change === undefined ? 0 : price / (1 + change);

function isNear(right: number | string, other: number | string | undefined): boolean {
  if (right === other) return true;
  if (typeof right !== "number" || typeof other !== "number") return false;
  return Math.abs(right - other) <= TOLERANCE * Math.abs(right);
}

async function readHistory(service: RunningService, owner: Address): Promise<Map<string, Row>> {
  const rows = new Map<string, Row>();
  for (let before = ""; ;) {
    const path = `user/history_list?chain_id=eth&page_count=20&id=${owner}${before}`;
    const [page] = await getJson<[{ history_list: Row[] }]>(service, path);
    for (const row of page.history_list) rows.set(row.id, row);
    const last = page.history_list.at(-1);
    const next = `&start_time=${last?.time_at}`;
    if (last === undefined || next === before) return rows;
    before = next;
  }
}

async function getJson<T>({ apiUrl, accessKey }: RunningService, path: string): Promise<T> {
  const response = await fetch(`${apiUrl}/v1/${path}`, { headers: { AccessKey: accessKey } });
  return (await response.json()) as T;
}
