import { NATIVE_TOKEN } from "@portico/evm";
import { createCandidates } from "./candidates.ts";
import type { Candidates } from "./candidates.ts";
import type { KnownPrice } from "./knownPrice.ts";
import type { PriceBook } from "./priceBook.ts";
import type { PriceMetadata } from "./priceMetadata.ts";
import type { PriceInputs } from "./priceInputs.ts";
import type { PricedToken } from "./priceGraph.ts";

/** The input and progress of one evaluation. */
export interface Evaluation {
  book: PriceBook;
  metadata: PriceMetadata;
  inputs: PriceInputs;
  /** The native coin and tokens of the same worth. */
  coins: ReadonlySet<PricedToken>;
  known: Map<PricedToken, KnownPrice>;
  candidates: Candidates;
}

export function createEvaluation(book: PriceBook, metadata: PriceMetadata, inputs: PriceInputs): Evaluation {
  const coins = [NATIVE_TOKEN, metadata.wrappedToken, metadata.nativeErc20].filter((token) => token !== null);
  return {
    book,
    metadata,
    inputs,
    coins: new Set(coins.map((coin) => book.getToken(coin))),
    known: new Map(),
    candidates: createCandidates(),
  };
}
