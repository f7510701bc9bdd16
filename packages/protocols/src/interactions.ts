import { getChain, topics } from "@portico/evm";
import type { Address, Hex } from "@portico/evm";
import { decodeEventLog, toEventSelector } from "viem";
import type { AbiEvent } from "viem";
import type { EventSignal, Interaction } from "./adapter.ts";
import { listDeployedApps } from "./apps/apps.ts";
import { listDeployed } from "./deployed.ts";
import type { Deployed } from "./deployed.ts";
import { toLower } from "./toLower.ts";

/** A log of the chain. */
export interface SignalLog {
  /** Lower-case. */
  address: Address;
  topics: readonly Hex[];
  data: Hex;
}

export interface OwnerInteraction extends Interaction {
  owner: Address;
  /** Whether no table lists the emitter: it is to be identified. */
  isUnlisted: boolean;
}

type SignalRow = Omit<EventSignal, "emitters"> & { emitters: EventSignal["emitters"] };

interface TopicSignals {
  byEmitter: ReadonlyMap<Address, readonly SignalRow[]>;
  /** Of emitters that no table lists. */
  ofAnybody: readonly SignalRow[];
}

/** Signals by the first topic of their event, then by emitter. */
export type SignalTable = ReadonlyMap<string, TopicSignals>;

/** By the list of a chain's protocols, which is a new one when an operator's rows are added. */
const tables = new WeakMap<readonly Deployed[], SignalTable>();

/** First topics of the events that a chain's adapters need. */
export const listSignalTopics = (chain: string): Hex[] => [...tableOf(chain).keys()] as Hex[];

/** An event that a chain's protocols and applications need. */
interface SignalEvent {
  /** Its first topic. */
  topic: Hex;
  /** Lower-case; undefined: of contracts that are identified, or of any. */
  emitter?: Address;
}

/** The events that a chain's adapters need. */
export const listSignalEvents = (chain: string): SignalEvent[] =>
  [...tableOf(chain)].flatMap(([topic, { byEmitter, ofAnybody }]) => [
    ...[...byEmitter.keys()].map((emitter) => ({ topic: topic as Hex, emitter })),
    ...(ofAnybody.length > 0 ? [{ topic: topic as Hex }] : []),
  ]);

/** Events of contracts that protocols identify, by protocol. */
export const listIdentifiedEvents = (chain: string): { protocolId: string; topic: Hex }[] =>
  listDeployed(chain).flatMap(({ id: protocolId, signals }) =>
    (signals.events ?? [])
      .filter(({ emitters }) => emitters === "identified")
      .map(({ event }) => ({ protocolId, topic: selectorOf(event) })),
  );

/**
 * Owner interactions in a log: [] if it isn't an adapter's event, or is malformed. Deposits of the wrapped native token,
 * which are very many, have the form of a gauge's: it counts only where a table lists it.
 */
export const decodeInteractions = (chain: string, log: SignalLog): OwnerInteraction[] =>
  decodeWith(tableOf(chain), log, log.address === getWrapped(chain));

const wrappedTokens = new Map<string, Address | undefined>();

function getWrapped(chain: string): Address | undefined {
  if (!wrappedTokens.has(chain)) {
    const { wrappedToken } = getChain(chain);
    wrappedTokens.set(chain, wrappedToken === null ? undefined : toLower(wrappedToken));
  }
  return wrappedTokens.get(chain);
}

function tableOf(chain: string): SignalTable {
  const protocols = listDeployed(chain);
  const known = tables.get(protocols);
  if (known !== undefined) return known;
  const deployments = [...protocols, ...listDeployedApps(chain)];
  const table = createSignalTable(deployments.flatMap(({ signals }) => signals.events ?? []));
  tables.set(protocols, table);
  return table;
}

/**
 * @throws RangeError for a Transfer: nine of ten logs are. Holders are known anyway, see `tokens` and `nfts` of
 * Signals.
 */
export function createSignalTable(signals: readonly EventSignal[]): SignalTable {
  const byTopic = Map.groupBy(signals, ({ event }) => selectorOf(event));
  if (byTopic.has(topics.transfer))
    throw new RangeError("A Transfer event can't be a signal: list the token in tokens or nfts");
  return new Map([...byTopic].map(([topic, rows]) => [topic, toTopicSignals(rows)]));
}

const selectors = new WeakMap<AbiEvent, Hex>();

/** Forks share an event: it is hashed once. */
function selectorOf(event: AbiEvent): Hex {
  const selector = selectors.get(event) ?? toEventSelector(event);
  selectors.set(event, selector);
  return selector;
}

function toTopicSignals(rows: readonly EventSignal[]): TopicSignals {
  const byEmitter = new Map<Address, SignalRow[]>();
  const ofAnybody = new Map<string, SignalRow>();
  for (const { emitters, ...rest } of rows) {
    const row = { ...rest, emitters };
    if (emitters === undefined || emitters === "identified") ofAnybody.set(toText(row), row);
    else
      for (const emitter of new Set(emitters.map(toLower)))
        byEmitter.set(emitter, [...(byEmitter.get(emitter) ?? []), row]);
  }
  return { byEmitter, ofAnybody: [...ofAnybody.values()] };
}

/** Forks subscribe to the same event: it is decoded once. */
const toText = ({ event, owners, key, where }: SignalRow): string => JSON.stringify([event, owners, key, where]);

/** Like decodeInteractions, with custom signals. @param isTabled - Only signals whose emitters a table lists count. */
export function decodeWith(table: SignalTable, log: SignalLog, isTabled = false): OwnerInteraction[] {
  const signals = table.get(log.topics[0] ?? "");
  if (signals === undefined) return [];
  const rows = [...(signals.byEmitter.get(log.address) ?? []), ...(isTabled ? [] : signals.ofAnybody)];
  const interactions = rows.flatMap((row) => decodeAs(row, log));
  const unique = new Map<string, OwnerInteraction>();
  for (const one of interactions)
    if (!unique.has(`${one.owner} ${one.key}`)) unique.set(`${one.owner} ${one.key}`, one);
  return [...unique.values()];
}

/**
 * Maximum owners in a log that anybody may emit: each is a stored row, and naming one more costs its sender next to
 * nothing.
 */
const MAX_NAMED = 100;

function decodeAs(
  { event, emitters, owners, key, where = {} }: SignalRow,
  { address, topics: words, data }: SignalLog,
): OwnerInteraction[] {
  const indexed = event.inputs.filter((input) => input.indexed);
  const hasValue = ([name, value]: [string, Hex]) => words[1 + indexed.findIndex((one) => one.name === name)] === value;
  if (!Object.entries(where).every(hasValue)) return [];
  const args = decodeArgs(event, words, data);
  if (args === undefined) return [];
  const keyed = key === undefined ? "" : toKey(args[key]);
  const named = owners.flatMap((name) => args[name] as Address | readonly Address[]);
  if (!Array.isArray(emitters) && named.length > MAX_NAMED) return [];
  const isUnlisted = emitters === "identified";
  return named.flatMap((owner) => {
    const account = toOwner(owner);
    return account === undefined ? [] : [{ owner: account, contract: address, key: keyed, isUnlisted }];
  });
}

/** Undefined: a word that is no address. */
function toOwner(value: Hex): Address | undefined {
  if (value.length === 42) return toLower(value);
  return value.startsWith(`0x${"0".repeat(24)}`) ? toLower(`0x${value.slice(26)}`) : undefined;
}

function decodeArgs(event: AbiEvent, words: readonly Hex[], data: Hex): Record<string, unknown> | undefined {
  try {
    const decoded = decodeEventLog({ abi: [event], topics: words as [Hex, ...Hex[]], data, strict: true });
    return decoded.args;
  } catch {
    return undefined; // another event with the same name and other indexed parameters
  }
}

/** In the form of `Interaction.key`. */
function toKey(value: unknown): string {
  if (typeof value === "bigint" || typeof value === "number") return `0x${value.toString(16)}`;
  const text = String(value).toLowerCase();
  return /^0x[0-9a-f]{40}$/.test(text) ? `0x${BigInt(text).toString(16)}` : text;
}
