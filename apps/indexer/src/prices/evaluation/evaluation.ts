import { NATIVE_TOKEN } from "@portico/evm";
import { createCandidates } from "./candidates.ts";
import type { Candidates } from "./candidates.ts";
import type { KnownPrice } from "./knownPrice.ts";
import type { PriceBook } from "./priceBook.ts";
import type { PriceFacts } from "./priceFacts.ts";
import type { PriceMoment } from "./priceMoment.ts";
import type { PricedToken } from "./priceGraph.ts";

/** The input and progress of one evaluation. */
export interface Evaluation {
  book: PriceBook;
  facts: PriceFacts;
  moment: PriceMoment;
  /** The native coin and tokens of the same worth. */
  coins: ReadonlySet<PricedToken>;
  known: Map<PricedToken, KnownPrice>;
  candidates: Candidates;
}

export function createEvaluation(book: PriceBook, facts: PriceFacts, moment: PriceMoment): Evaluation {
  const coins = [NATIVE_TOKEN, facts.wrappedToken, facts.nativeErc20].filter((token) => token !== null);
  return {
    book,
    facts,
    moment,
    coins: new Set(coins.map((coin) => book.getToken(coin))),
    known: new Map(),
    candidates: createCandidates(),
  };
}
