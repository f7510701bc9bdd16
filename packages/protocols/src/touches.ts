import { topics } from "@portico/evm";
import type { Address, Hex } from "@portico/evm";
import { decodeEventLog, toEventSelector } from "viem";
import type { AbiEvent } from "viem";
import type { EventSignal, Touch } from "./adapter.ts";
import { listDeployedApps } from "./apps/apps.ts";
import { listDeployed } from "./deployed.ts";
import { toLower } from "./toLower.ts";

/** A log as the chain has it. */
export interface SignalLog {
  /** Lower-case. */
  address: Address;
  topics: readonly Hex[];
  data: Hex;
}

export interface OwnerTouch extends Touch {
  owner: Address;
}

type SignalRow = Omit<EventSignal, "emitters"> & { emitters: ReadonlySet<Address> | undefined };

/** Signals by the first topic of their event. */
export type SignalTable = ReadonlyMap<string, readonly SignalRow[]>;

const tables = new Map<string, SignalTable>();

/** First topics of the events that adapters of a chain want to hear of. */
export const listSignalTopics = (chain: string): Hex[] => [...tableOf(chain).keys()] as Hex[];

/** Who touched what, as a log tells: [] when it is no adapter's event, or malformed. */
export const decodeTouches = (chain: string, log: SignalLog): OwnerTouch[] => decodeWith(tableOf(chain), log);

function tableOf(chain: string): SignalTable {
  const known = tables.get(chain);
  if (known !== undefined) return known;
  const places = [...listDeployed(chain), ...listDeployedApps(chain)];
  const table = createSignalTable(places.flatMap(({ signals }) => signals.events ?? []));
  tables.set(chain, table);
  return table;
}

/** @throws RangeError for a Transfer: nine of ten logs are. Who holds what is known anyway, see `tokens` and `nfts` of Signals. */
export function createSignalTable(signals: readonly EventSignal[]): SignalTable {
  const table = Map.groupBy(signals.map(toRow), ({ event }) => toEventSelector(event));
  if (table.has(topics.transfer)) throw new RangeError("A Transfer is no signal: name the token among tokens or nfts");
  return table;
}

/** As decodeTouches, with signals of one's own. */
export function decodeWith(table: SignalTable, log: SignalLog): OwnerTouch[] {
  const rows = table.get(log.topics[0] ?? "");
  if (rows === undefined) return [];
  const touches = rows.flatMap((row) =>
    row.emitters === undefined || row.emitters.has(log.address) ? decodeAs(row, log) : [],
  );
  const unique = new Map(touches.map((touch) => [`${touch.owner} ${touch.key}`, touch]));
  return [...unique.values()];
}

const toRow = ({ emitters, ...rest }: EventSignal): SignalRow => ({
  ...rest,
  emitters: emitters && new Set(emitters.map(toLower)),
});

/** Owners in a log that anybody may emit: each is a row to store, and to name one more costs its sender next to nothing. */
const MOST_NAMED = 100;

function decodeAs(
  { event, emitters, owners, key }: SignalRow,
  { address, topics: words, data }: SignalLog,
): OwnerTouch[] {
  const args = decodeArgs(event, words, data);
  if (args === undefined) return [];
  const keyed = key === undefined ? "" : toKey(args[key]);
  const named = owners.flatMap((name) => args[name] as Address | readonly Address[]);
  if (emitters === undefined && named.length > MOST_NAMED) return [];
  return named.map((owner) => ({ owner: toLower(owner), contract: address, key: keyed }));
}

function decodeArgs(event: AbiEvent, words: readonly Hex[], data: Hex): Record<string, unknown> | undefined {
  try {
    const decoded = decodeEventLog({ abi: [event], topics: words as [Hex, ...Hex[]], data, strict: true });
    return decoded.args;
  } catch {
    return undefined; // another event of the same name and other indexed parameters
  }
}

/** As `Touch.key` says. */
function toKey(value: unknown): string {
  if (typeof value === "bigint" || typeof value === "number") return `0x${value.toString(16)}`;
  const text = String(value).toLowerCase();
  return /^0x[0-9a-f]{40}$/.test(text) ? `0x${BigInt(text).toString(16)}` : text;
}
