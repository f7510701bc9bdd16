import TinyQueue from "tinyqueue";
import type { KnownPrice } from "./knownPrice.ts";
import { sumDepths } from "../pools/poolQuotes.ts";
import type { PoolQuote } from "../pools/poolQuotes.ts";
import type { PricedToken } from "./priceGraph.ts";

/** A token without a price yet that has quotes or a derived price. */
export interface Candidate {
  token: PricedToken;
  /** The direct quotes and those through another token. */
  quotes: readonly PoolQuote[];
  /** From pools with tokens whose prices follow from feeds alone: each pool has capital of its own. */
  direct: readonly PoolQuote[];
  /**
   * From pools with one other token, that with the most depth: the same capital may be behind the prices of several, so
   * their depths must not be added.
   */
  through: readonly PoolQuote[];
  /** The fewest steps from a feed to a quote, including quotes that were not kept. */
  hop: number;
  depthUsd: number;
  derived: KnownPrice | null;
  /** The larger of the quotes' total depth and the derived price's strength; the strongest candidate comes first. */
  strengthUsd: number;
}

/** Tokens ordered by the strength of their prices. */
export interface Candidates {
  get(token: PricedToken): Candidate | undefined;
  /** @param base - The price of the token that is on the other side of all these pools. */
  quote(token: PricedToken, quotes: readonly PoolQuote[], base: KnownPrice): void;
  derive(token: PricedToken, derived: KnownPrice): void;
  /** The strongest one; each returns again when it gets more quotes. */
  takeNext(): Candidate | undefined;
}

interface Turn {
  candidate: Candidate;
  strengthUsd: number;
}

export function createCandidates(): Candidates {
  const known = new Map<PricedToken, Candidate>();
  const turns = new TinyQueue<Turn>([], byStrength);
  const getOrCreate = (token: PricedToken): Candidate => {
    const old = known.get(token);
    if (old !== undefined) return old;
    const none = { quotes: [], direct: [], through: [], depthUsd: 0, derived: null };
    const created = { ...none, token, hop: Infinity, strengthUsd: 0 };
    known.set(token, created);
    return created;
  };
  const schedule = (candidate: Candidate): void => {
    candidate.strengthUsd = Math.max(candidate.depthUsd, candidate.derived?.strengthUsd ?? 0);
    turns.push({ candidate, strengthUsd: candidate.strengthUsd });
  };
  return {
    get: (token) => known.get(token),
    quote(token, quotes, base) {
      const candidate = getOrCreate(token);
      candidate.hop = Math.min(candidate.hop, base.hop + 1);
      if (base.strengthUsd === Infinity) candidate.direct = [...candidate.direct, ...quotes];
      else if (sumDepths(quotes) > sumDepths(candidate.through)) candidate.through = quotes;
      candidate.quotes = [...candidate.direct, ...candidate.through];
      candidate.depthUsd = sumDepths(candidate.quotes);
      schedule(candidate);
    },
    derive(token, derived) {
      const candidate = getOrCreate(token);
      candidate.derived = derived;
      schedule(candidate);
    },
    takeNext() {
      for (let turn = turns.pop(); turn !== undefined; turn = turns.pop()) {
        if (turn.strengthUsd === turn.candidate.strengthUsd) return turn.candidate;
      }
      return undefined;
    },
  };
}

const byStrength = (a: Turn, b: Turn): number => {
  if (a.strengthUsd !== b.strengthUsd) return a.strengthUsd > b.strengthUsd ? -1 : 1;
  return a.candidate.token.address < b.candidate.token.address ? -1 : 1;
};
