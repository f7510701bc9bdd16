import type { Address, ChainlinkFeed } from "@portico/evm";
import { toBaseUnits } from "../evaluation/baseUnits.ts";
import type { PriceBook } from "../evaluation/priceBook.ts";
import type { PriceMoment } from "../evaluation/priceMoment.ts";
import { GRACE_SECONDS } from "../evaluation/priceRules.ts";
import { isPrice } from "../evaluation/tokenPrice.ts";
import { findAt } from "../evaluation/trail.ts";

export interface FeedPrice {
  usd: number;
  /** When the feed answered, unix seconds. */
  timeAt: number;
}

interface Answer {
  answer: bigint;
  updatedAt: number;
}

/** A feed's price at a time: null if the answer is zero or less, of the future, expired, or not in the feed's unit. */
export function findFeedPrice(
  book: PriceBook,
  row: Pick<ChainlinkFeed, "decimals" | "feed" | "heartbeatSeconds">,
  moment: PriceMoment,
): FeedPrice | null {
  const isFresh = ({ updatedAt }: Answer): boolean => moment.timeAt - updatedAt <= row.heartbeatSeconds + GRACE_SECONDS;
  const said = findRead(row, moment) ?? findObserved(book, row.feed, moment, isFresh);
  const unit = toBaseUnits(row.decimals);
  if (said === null || unit === undefined || !isFresh(said)) return null;
  const isPossible = said.updatedAt > 0 && said.updatedAt <= moment.timeAt;
  const usd = Number(said.answer) / unit;
  return isPossible && isPrice(usd) ? { usd, timeAt: said.updatedAt } : null;
}

/** An invalid answer that prevents a fallback to the observations. */
const NO_ANSWER: Answer = { answer: 0n, updatedAt: 0 };

function findRead(row: Pick<ChainlinkFeed, "decimals" | "feed">, { feedAnswers }: PriceMoment): Answer | null {
  if (feedAnswers === undefined) return null;
  const read = feedAnswers.get(row.feed);
  return read === undefined || read.decimals !== row.decimals ? NO_ANSWER : read;
}

/** The newest phase's; one that has been silent for long is not in use yet, or not any more. */
function findObserved(
  book: PriceBook,
  proxy: Address,
  { timeAt }: PriceMoment,
  isFresh: (answer: Answer) => boolean,
): Answer | null {
  for (const { observations } of book.listAggregators(proxy)) {
    const newest = findAt(observations, timeAt);
    if (newest === undefined || newest.raw0 === null || newest.raw1 === null) continue;
    const said = { answer: newest.raw0, updatedAt: Number(newest.raw1) };
    if (isFresh(said)) return said;
  }
  return null;
}
