import { ZERO_ADDRESS, type Address, type Hex } from "@portico/evm";
import { findParentChain, findRollupSide, toProtocolKey, type ContractNames } from "@portico/protocols";
import { LegKind, type HistoryLeg } from "@portico/store";
import { findBridgeEvent, findNumberedChain, type BridgeEventRow } from "@portico/transactions";
import { sumAmounts, type Amount } from "./amounts.ts";

/** A transaction of an owner that may be one side of a transfer between chains. */
export interface BridgeSide {
  readonly chain: string;
  readonly hash: Hex;
  /** Of the block, unix seconds. */
  readonly timeAt: number;
  /** Net, of tokens and coins. */
  readonly gains: readonly Amount[];
  readonly losses: readonly Amount[];
  /** The bridges whose contracts moved something from or to the owner, or logged an event that names it. */
  readonly bridges: ReadonlySet<string>;
  /** Chains at the other end of a rollup's own bridge. */
  readonly rollups: ReadonlySet<string>;
  /** Whether a rollup created coins for the owner, which only deposits by its own bridge do. */
  readonly isDeposit: boolean;
  readonly events: readonly BridgeEvent[];
}

/** A bridge's event that names the owner. */
export interface BridgeEvent extends Pick<BridgeEventRow, "bridge" | "way"> {
  /** Bridges that its contract belongs to; empty if it is unknown: anybody can emit anything. */
  readonly emitters: readonly string[];
  /** Whether the log says which chain is at the other end. */
  readonly hasChain: boolean;
  /** That chain; undefined if it isn't said, or is none of the contract's. */
  readonly otherChain: string | undefined;
  readonly transferId: bigint | undefined;
  /** Whether the caller of the bridge's contract chooses the id: then another transfer can have the same. */
  readonly isCallersId: boolean;
}

export interface SideTransaction {
  readonly chain: string;
  readonly hash: Hex;
  readonly timeAt: number;
  readonly legs: readonly HistoryLeg[];
}

export function toBridgeSide(
  names: ContractNames,
  owner: Address,
  { chain, hash, timeAt, legs }: SideTransaction,
): BridgeSide {
  const moved = legs.filter(({ kind }) => kind === LegKind.token || kind === LegKind.native);
  const logged = legs.filter(({ kind }) => kind === LegKind.event);
  const contracts = [...moved.map(({ counterparty }) => counterparty), ...logged.map(({ token }) => token)];
  const parties = [...new Set(contracts)].filter((address) => address !== owner);
  const parent = findParentChain(chain);
  const isDeposit = parent !== undefined && moved.some(isCreated);
  const found = parties.map((party) => findBridge(names, chain, party));
  if (isDeposit) found.push({ keys: [rollupKey(chain)], otherChain: parent });
  return {
    chain,
    hash,
    timeAt,
    ...sumAmounts(chain, moved),
    bridges: new Set(found.flatMap(({ keys }) => keys)),
    rollups: new Set(found.flatMap(({ otherChain }) => otherChain ?? [])),
    isDeposit,
    events: logged.flatMap((leg) => toBridgeEvent(names, chain, leg)),
  };
}

const isCreated = ({ kind, isInbound, counterparty, rawAmount }: HistoryLeg): boolean =>
  kind === LegKind.native && isInbound && counterparty === ZERO_ADDRESS && rawAmount > 0n;

/** The bridges that a contract belongs to: of its protocol, and of the rollup whose own bridge it is. */
function findBridge(
  names: ContractNames,
  chain: string,
  address: Address,
): { keys: string[]; otherChain: string | undefined } {
  const name = names.find(chain, address);
  const rollup = findRollupSide(chain, address);
  const keys = name?.kind === "contract" && name.use === "bridge" ? [toProtocolKey(name.id)] : [];
  return { keys: rollup === undefined ? keys : [...keys, rollupKey(rollup.rollup)], otherChain: rollup?.otherChain };
}

/** Key of a rollup's own bridge, on both chains. */
export const rollupKey = (rollup: string): string => `rollup ${rollup}`;

function toBridgeEvent(
  names: ContractNames,
  chain: string,
  { token: contract, subIndex, rawAmount, tokenId }: HistoryLeg,
): BridgeEvent[] {
  const row = findBridgeEvent(subIndex);
  if (row === undefined) return [];
  const { bridge, way, numbering, isCallersId = false } = row;
  const { keys: emitters, otherChain: end } = findBridge(names, chain, contract);
  const event = { bridge, way, emitters, transferId: tokenId, isCallersId };
  if (numbering !== undefined && rawAmount > 0n) {
    return [{ ...event, hasChain: true, otherChain: findNumberedChain(numbering, rawAmount - 1n) }];
  }
  return [{ ...event, hasChain: false, otherChain: end ?? (bridge === "rollup" ? findParentChain(chain) : undefined) }];
}

/** Whether anything suggests that it is a side of a transfer between chains. */
export const isBridgeSide = ({ bridges, events }: BridgeSide): boolean => bridges.size > 0 || events.length > 0;

/** UNKNOWN: said, but none of the contract's chains. */
export const UNKNOWN = "?";

/** Chains at the other end of a side that goes out or comes in, as far as the transaction says; most precise first. */
export function listOtherChains(
  { events, rollups }: BridgeSide,
  way: "in" | "out",
  isBelieved: (event: BridgeEvent) => boolean = ({ emitters }) => emitters.length > 0,
): string[] {
  const believed = events.filter((event) => event.way === way && isBelieved(event));
  const said = believed.flatMap(({ hasChain, otherChain }) => (hasChain ? [otherChain ?? UNKNOWN] : []));
  if (said.length > 0) return [...new Set(said)];
  const own = believed.flatMap(({ otherChain }) => otherChain ?? []);
  return [...new Set(own.length > 0 ? own : rollups)];
}
