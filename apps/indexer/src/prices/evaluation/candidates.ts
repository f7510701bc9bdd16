import TinyQueue from "tinyqueue";
import type { KnownPrice } from "./knownPrice.ts";
import { sumDepths } from "../pools/poolQuotes.ts";
import type { PoolQuote } from "../pools/poolQuotes.ts";
import type { PricedToken } from "./priceGraph.ts";

/** A token without a price yet that has quotes or a derived price. */
export interface Candidate {
  token: PricedToken;
  quotes: readonly PoolQuote[];
  /** The fewest steps from a feed to one of the quotes. */
  hop: number;
  depthUsd: number;
  derived: KnownPrice | null;
  /** The larger of the quotes' total depth and the derived price's strength; the strongest candidate comes first. */
  strengthUsd: number;
}

/** Tokens ordered by the strength of their prices. */
export interface Candidates {
  get(token: PricedToken): Candidate | undefined;
  quote(token: PricedToken, quotes: readonly PoolQuote[], hop: number): void;
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
    const created = { token, quotes: [], hop: Infinity, depthUsd: 0, derived: null, strengthUsd: 0 };
    known.set(token, created);
    return created;
  };
  const schedule = (candidate: Candidate): void => {
    candidate.strengthUsd = Math.max(candidate.depthUsd, candidate.derived?.strengthUsd ?? 0);
    turns.push({ candidate, strengthUsd: candidate.strengthUsd });
  };
  return {
    get: (token) => known.get(token),
    quote(token, quotes, hop) {
      const candidate = getOrCreate(token);
      candidate.quotes = candidate.quotes.length === 0 ? quotes : [...candidate.quotes, ...quotes];
      candidate.hop = Math.min(candidate.hop, hop);
      candidate.depthUsd += sumDepths(quotes);
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
