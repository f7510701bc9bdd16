import type { Address, ChainlinkFeed } from "@portico/evm";
import { toBaseUnits } from "../evaluation/baseUnits.ts";
import type { PriceBook } from "../evaluation/priceBook.ts";
import type { PriceInputs } from "../evaluation/priceInputs.ts";
import { GRACE_SECONDS } from "../evaluation/priceRules.ts";
import { isPrice } from "../evaluation/tokenPrice.ts";
import { findAt } from "../evaluation/priceSeries.ts";

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
  inputs: PriceInputs,
): FeedPrice | null {
  const isFresh = ({ updatedAt }: Answer): boolean => inputs.timeAt - updatedAt <= row.heartbeatSeconds + GRACE_SECONDS;
  const observed = findRead(row, inputs) ?? findObserved(book, row.feed, inputs, isFresh);
  const unit = toBaseUnits(row.decimals);
  if (observed === null || unit === undefined || !isFresh(observed)) return null;
  const isPossible = observed.updatedAt > 0 && observed.updatedAt <= inputs.timeAt;
  const usd = Number(observed.answer) / unit;
  return isPossible && isPrice(usd) ? { usd, timeAt: observed.updatedAt } : null;
}

/** An invalid answer that prevents a fallback to the observations. */
const NO_ANSWER: Answer = { answer: 0n, updatedAt: 0 };

function findRead(row: Pick<ChainlinkFeed, "decimals" | "feed">, { feedAnswers }: PriceInputs): Answer | null {
  if (feedAnswers === undefined) return null;
  const read = feedAnswers.get(row.feed);
  return read === undefined || read.decimals !== row.decimals ? NO_ANSWER : read;
}

/** The newest phase's; one that has been silent for long is not in use yet, or not any more. */
function findObserved(
  book: PriceBook,
  proxy: Address,
  { timeAt }: PriceInputs,
  isFresh: (answer: Answer) => boolean,
): Answer | null {
  for (const { observations } of book.listAggregators(proxy)) {
    const newest = findAt(observations, timeAt);
    if (newest === undefined || newest.raw0 === null || newest.raw1 === null) continue;
    const observed = { answer: newest.raw0, updatedAt: Number(newest.raw1) };
    if (isFresh(observed)) return observed;
  }
  return null;
}
