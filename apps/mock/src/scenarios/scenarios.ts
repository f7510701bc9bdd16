import type { Preferences } from "../prefer.ts";
import type { ChainFault } from "../recorded/syncStatus.ts";

/** Fault in a response's transmission. */
export type Fault = "cut" | "hang" | "malformed" | "truncated";

/** A scenario that a test can request. */
export interface Scenario {
  readonly about: string;
  /** The owner of the responses: "empty", "whale" or a recorded one. */
  readonly user?: string;
  /** The contract's error example to return instead. */
  readonly answer?: Preferences;
  /** Milliseconds. */
  readonly latency?: number;
  readonly fault?: Fault;
  /** State of the chains: every served one, or the last of them. */
  readonly chains?: { readonly which: "all" | "last"; readonly fault: ChainFault };
  /** An address that sets it instead of the header: its last four digits, after zeros. */
  readonly digits: string;
}

export const FAULTS: ReadonlySet<string> = new Set<Fault>(["cut", "hang", "malformed", "truncated"]);

/** By name, as in the header Portico-Mock. */
export const SCENARIOS: ReadonlyMap<string, Scenario> = new Map(
  Object.entries({
    empty: { digits: "00e0", user: "empty", about: "an unused address" },
    whale: { digits: "5000", user: "whale", about: "5,000 tokens in addition to those of the demo owner" },
    failing: { digits: "fa11", chains: { which: "all", fault: "failed" }, about: "no chain can be read" },
    partial: { digits: "0fa1", chains: { which: "last", fault: "failed" }, about: "one chain can't be read" },
    syncing: { digits: "0510", chains: { which: "last", fault: "syncing" }, about: "one chain is being indexed" },
    unread: {
      digits: "0511",
      chains: { which: "all", fault: "unread" },
      about: "the address is being scanned for the first time",
    },
    slow: { digits: "2000", latency: 2000, about: "responds after 2 s" },
    units_exhausted: { digits: "0403", about: "no units are left" },
    rate_limited: { digits: "0429", answer: { code: 429 }, about: "too many requests, with Retry-After" },
    internal_error: { digits: "0500", answer: { code: 500 }, about: "an internal error of the server" },
    unavailable: {
      digits: "0503",
      answer: { code: 503 },
      about: "a database or a node is unavailable, with Retry-After",
    },
    cut: { digits: "0c07", fault: "cut", about: "the connection closes before the response" },
    truncated: { digits: "7c07", fault: "truncated", about: "the connection closes in the middle of the body" },
    malformed: { digits: "bad0", fault: "malformed", about: "half of the JSON, as if it were complete" },
    hang: { digits: "dead", fault: "hang", about: "no response, ever" },
  } satisfies Record<string, Scenario>),
);

export const addressOf = ({ digits }: Pick<Scenario, "digits">): string => `0x${digits.padStart(40, "0")}`;

const byAddress = new Map([...SCENARIOS].map(([name, scenario]) => [addressOf(scenario), name] as const));

/** The scenario that an address sets. */
export const findScenarioName = (address: string): string | undefined => byAddress.get(address.toLowerCase());
