import { type NetChange, unwrap } from "@portico/client";
import type { Address } from "viem";
import { toWhole } from "./chainTruth.ts";
import { type Collector, type Comparison, createCollector } from "./comparison.ts";
import type { BalanceRequest } from "./pastChain.ts";
import type { RunningService } from "./runService.ts";
import type { ValueTruth } from "./valueTruth.ts";

const SPANS = { 1: { step: 300, count: 288 }, 7: { step: 3_600, count: 168 } } as const;
export type CurveDays = keyof typeof SPANS;
type Part = readonly (readonly [time: number, usd: number])[];
export interface CurveRequest {
  owners: readonly Address[];
  days: CurveDays;
  /** Of curves that end in the past; default: at the newest block. */
  timeAt?: number;
}

/**
 * Every point of the curves: the balances at the block of that time, as the node returns them today, at the prices of
 * that time. Protocol receipts are in no curve while no position is read; the devnet's other tokens that change
 * balances without a transfer (AMPL, and an upgraded proxy) have no price.
 */
export async function compareCurves(
  service: RunningService,
  truths: ReadonlyMap<string, ValueTruth>,
  { owners, days, timeAt }: CurveRequest,
): Promise<Comparison> {
  const point = timeAt === undefined ? {} : { time_at: timeAt };
  const collector = createCollector();
  for (const id of owners) {
    const parts = new Map<ValueTruth, Part>();
    for (const [chain, truth] of truths) {
      const { points, change } = await readChain(service, { id, chain, days, point }, collector);
      const times = points.map(([time]) => time);
      collector.compare(`${id} ${chain} times`, times, listTimes(endOf(truth, timeAt), days));
      const values = await computeValues(truth, id, times.slice(0, -1)); // the newest point equals chain_balance
      for (const [index, value] of values.entries()) {
        collector.compareNear(`${id} ${chain} at ${times[index]}`, points[index]?.[1] ?? NaN, value);
      }
      if (change !== null) await compareChange(truth, id, { change, points, isPast: timeAt !== undefined }, collector);
      parts.set(truth, points);
    }
    await compareTotal(service, { id, days, point, parts }, collector);
  }
  return collector.finish();
}

const endOf = ({ past }: ValueTruth, timeAt = Infinity): number => past.findBlock(timeAt)?.timeAt ?? 0;

const listTimes = (timeAt: number, days: CurveDays): number[] => {
  const { step, count } = SPANS[days];
  return Array.from({ length: count }, (_, index) => timeAt - (count - 1 - index) * step);
};

async function readChain(
  { client }: RunningService,
  { id, chain, days, point }: { id: string; chain: string; days: CurveDays; point: { time_at?: number } },
  { compare }: Collector,
): Promise<{ points: Part; change: NetChange | null }> {
  const query = { id, chain_id: chain, ...point };
  const request = client.GET("/v1/user/chain_net_curve", { params: { query: { ...query, days } } });
  const [curve, balance] = [
    await unwrap(request),
    await unwrap(client.GET("/v1/user/chain_balance", { params: { query } })),
  ];
  const { response } = await request;
  compare(`${id} ${chain} newest`, curve.usd_value_list.at(-1), [curve.timestamp, balance.usd_value]);
  compare(`${id} ${chain} usd_value`, curve.usd_value, balance.usd_value);
  const header = response.headers.get("portico-chains") ?? "";
  compare(`${id} ${chain} timestamp`, Number(/;time=(\d+)/.exec(header)?.[1]), curve.timestamp);
  const points = curve.usd_value_list.map(([time, usd]) => [time, usd] as const);
  return { points, change: curve.change ?? null };
}

/**
 * What moved, as the differences of the balances that the node returns, at the prices of their time: those of the newest
 * block in the last step.
 */
async function compareChange(
  truth: ValueTruth,
  id: Address,
  { change, points, isPast }: { change: NetChange; points: Part; isPast: boolean },
  { compareNear }: Collector,
): Promise<void> {
  const [first, last] = [points.find(([time]) => time === change.since), points.at(-1)];
  const levels = await readLevels(
    truth,
    id,
    points.map(([time]) => time),
  );
  let inflow = 0;
  for (const [index, level] of levels.entries()) {
    if (level.timeAt <= change.since) continue;
    const isNewest = index === levels.length - 1 && !isPast;
    for (const [nth, { address, amount, usd: before }] of level.tokens.entries()) {
      const usd = (isNewest && truth.latestPrice(address)) || before;
      inflow += (amount - (levels[index - 1]?.tokens[nth]?.amount ?? NaN)) * usd;
    }
  }
  const worth = last?.[1] ?? NaN; // differences are exact to the digits of what they are of
  const { usd_value: all, inflow_usd_value: moved, position_usd_value: positions, gain_usd_value: gain } = change;
  compareNear(`${id} change`, all + worth, 2 * worth - (first?.[1] ?? NaN));
  compareNear(`${id} inflow`, moved + worth, inflow + worth);
  compareNear(`${id} parts of the change`, moved + positions + gain + worth, all + worth);
}

async function compareTotal(
  { client }: RunningService,
  {
    id,
    days,
    point,
    parts,
  }: { id: Address; days: CurveDays; point: { time_at?: number }; parts: ReadonlyMap<ValueTruth, Part> },
  { compare, compareNear }: Collector,
): Promise<void> {
  const curve = await unwrap(client.GET("/v1/user/total_net_curve", { params: { query: { id, days, ...point } } }));
  const total = await unwrap(client.GET("/v1/user/total_balance", { params: { query: { id, ...point } } }));
  compare(`${id} newest of all`, curve.usd_value_list.at(-1), [curve.timestamp, total.total_usd_value]);
  compare(`${id} usd_value of all`, curve.usd_value, total.total_usd_value);
  const times = curve.usd_value_list.map(([time]) => time);
  const values = await Promise.all([...parts].map(([truth, part]) => resample(truth, id, { part, times })));
  for (const [index, [time, usd]] of curve.usd_value_list.entries()) {
    const sum = values.reduce((usdOfAll, ofChain) => usdOfAll + (ofChain[index] ?? NaN), 0);
    compareNear(`${id} all chains at ${time}`, usd, sum);
  }
}

/** A chain's curve at the timestamps of a newer chain; after its own newest block the value stays constant. */
async function resample(truth: ValueTruth, id: Address, { part, times }: { part: Part; times: readonly number[] }) {
  const [timeAt, usd] = part.at(-1) ?? [NaN, NaN];
  if (times.at(-1) === timeAt) return part.map(([, value]) => value);
  const past = times.filter((time) => time < timeAt);
  const values = await computeValues(truth, id, past);
  return [...values, ...times.slice(past.length).map(() => usd)];
}

/** USD at each of these times, ascending. */
const computeValues = async (truth: ValueTruth, owner: Address, times: readonly number[]): Promise<number[]> =>
  (await readLevels(truth, owner, times)).map(({ tokens }) =>
    tokens.reduce((sum, { amount, usd }) => sum + amount * usd, 0),
  );

interface Level {
  timeAt: number;
  /** In the same order at each time. */
  tokens: { address: Address; amount: number; usd: number }[];
}

/** Balances and prices at these times, ascending. A token without a price at a time keeps its previous one. */
async function readLevels(truth: ValueTruth, owner: Address, times: readonly number[]): Promise<Level[]> {
  const { past, priceAt } = truth;
  const tokens = truth.tokens.filter(
    ({ address, isReceipt }) => !isReceipt && times.some((timeAt) => priceAt(address, timeAt) > 0),
  );
  const blocks = times.map((timeAt) => past.findBlock(timeAt)?.number ?? 0);
  const distinct = [...new Set(blocks)];
  const requests = distinct.map((block): BalanceRequest => ({ owner, block }));
  const addresses = tokens.map(({ address }) => address);
  const amounts = new Map((await past.readBalances(requests, addresses)).map((row, index) => [distinct[index], row]));
  const prices = tokens.map(() => 0);
  return times.map((timeAt, nth) => ({
    timeAt,
    tokens: tokens.map(({ address, decimals }, index) => {
      const usd = priceAt(address, timeAt);
      if (usd > 0) prices[index] = usd;
      return { address, amount: toWhole(amounts.get(blocks[nth])?.[index] ?? 0n, decimals), usd: prices[index] ?? 0 };
    }),
  }));
}
