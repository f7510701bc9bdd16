import type { Random } from "./random.ts";
import type { ScenarioSize } from "./scenarioSize.ts";

/** A block to be mined. */
export interface Slot {
  timeAt: number;
  /** Of users. */
  transactions: number;
  isOracleTime: boolean;
  isDayStart: boolean;
}

const DAY_S = 86_400;
const HOUR_S = 3_600;
const SLOT_S = 12;
/**
 * Feeds update hourly in the last days, for curves and daily changes, and less often before: twice a day, and for its
 * close.
 */
const FINE_DAYS = 2;
const COARSE_S = 12 * HOUR_S;
/**
 * A day's close is the price a few minutes before its end, when the round of midnight is too old for an hourly feed.
 */
const CLOSING_S = 23 * HOUR_S;

/** Block times: the oracle's on the hour, users' at random; the last is an oracle's. */
export function planTimeline(random: Random, size: ScenarioSize, startTimeAt: number): Slot[] {
  const { days, transactions } = size;
  const endTimeAt = startTimeAt + days * DAY_S;
  const slots = new Map<number, Slot>();
  for (const slot of listOracleSlots(startTimeAt, endTimeAt)) slots.set(slot.timeAt, slot);
  const blocks = Math.min(size.blocks, Math.ceil(transactions / 2));
  for (let block = 0; block < blocks; block += 1) {
    const timeAt = pickFreeTime(random, slots, startTimeAt, endTimeAt);
    const share = Math.floor(((block + 1) * transactions) / blocks) - Math.floor((block * transactions) / blocks);
    slots.set(timeAt, { timeAt, transactions: share, isOracleTime: false, isDayStart: false });
  }
  return [...slots.values()].toSorted((a, b) => a.timeAt - b.timeAt);
}

function* listOracleSlots(startTimeAt: number, endTimeAt: number): Iterable<Slot> {
  for (let timeAt = startTimeAt + HOUR_S; timeAt <= endTimeAt; timeAt += HOUR_S) {
    const sinceStart = timeAt - startTimeAt;
    const isFine = timeAt > endTimeAt - FINE_DAYS * DAY_S;
    const isClosing = sinceStart % DAY_S === CLOSING_S;
    if (!isFine && !isClosing && sinceStart % COARSE_S !== 0 && sinceStart !== HOUR_S) continue;
    const isDayStart = sinceStart % DAY_S === 0 || sinceStart === HOUR_S;
    yield { timeAt, transactions: 0, isOracleTime: true, isDayStart };
  }
}

function pickFreeTime(random: Random, slots: ReadonlyMap<number, Slot>, from: number, to: number): number {
  for (;;) {
    const timeAt = from + HOUR_S + SLOT_S * random.int(1, Math.floor((to - from - HOUR_S) / SLOT_S) - 1);
    if (!slots.has(timeAt)) return timeAt;
  }
}
