import { NATIVE_TOKEN, type Hex } from "@portico/evm";
import { canArrive, type FindDecimals } from "./amounts.ts";
import { listOtherChains, rollupKey, type BridgeEvent, type BridgeSide } from "./bridgeSide.ts";

/** The other side of a transfer between chains. */
export interface Counterpart {
  readonly side: BridgeSide;
  /** Of the transaction whose other side it is. */
  readonly way: "in" | "out";
  /** Whether an id that both sides' logs carry proves it, or it is the only transaction that fits. */
  readonly proof: "id" | "match";
}

/** How long a transfer takes at most, seconds. Clocks of chains differ by SKEW. */
export const MAX_SECONDS = 6 * 3600;
export const SKEW = 60;
/** From a rollup to its parent: the challenge period, and then the user has to claim it. */
export const MAX_WITHDRAWAL_SECONDS = 30 * 86_400;

interface Pairing {
  readonly decimalsOf: FindDecimals;
  /** Whether the sides are all that there are: otherwise only ids prove something. */
  readonly isComplete: boolean;
}

/** The counterparts of sides, each of which has at most one. A side with several candidates has none, nor have these. */
export function pairSides(sides: readonly BridgeSide[], { decimalsOf, isComplete }: Pairing) {
  const paired = new Map<BridgeSide, Counterpart>();
  const add = (proof: Counterpart["proof"], pairs: readonly Pair[]): void => {
    for (const [out, into] of keepUnique(pairs)) {
      paired.set(out, { side: into, way: "out", proof });
      paired.set(into, { side: out, way: "in", proof });
    }
  };
  const withIds = listIdPairs(sides).filter(([out, into]) => out.chain !== into.chain);
  add(
    "id",
    withIds.filter(([out, into]) => isProven(out, into, decimalsOf)),
  );
  if (!isComplete) return paired;
  const others = sides.filter((side) => !paired.has(side));
  const [leaving, arriving] = (["out", "in"] as const).map((way) => others.flatMap((side) => toGoing(side, way)));
  const likely = leaving!.flatMap((out) =>
    arriving!.flatMap((into): Pair[] => (isLikely(out, into, decimalsOf) ? [[out.side, into.side]] : [])),
  );
  add("match", likely);
  return paired;
}

type Pair = readonly [out: BridgeSide, into: BridgeSide];

/** Pairs of which neither side is in another one. */
function keepUnique(pairs: readonly Pair[]): readonly Pair[] {
  const uses = new Map<BridgeSide, number>();
  for (const side of pairs.flat()) uses.set(side, (uses.get(side) ?? 0) + 1);
  return pairs.filter((pair) => pair.every((side) => uses.get(side) === 1));
}

/** Sides with the same id of the same bridge, or of which one has the other's hash as an id; each pair once. */
function listIdPairs(sides: readonly BridgeSide[]): Pair[] {
  const byHash = new Map(sides.map((side) => [side.hash, side]));
  const entries = sides.flatMap((side) =>
    side.events.flatMap(({ bridge, way, emitters, transferId: id }) =>
      id === undefined ? [] : [{ side, bridge, way, id, isKnown: emitters.length > 0 }],
    ),
  );
  const byId = Map.groupBy(entries, ({ bridge, id }) => `${bridge} ${id}`);
  const found = new Map<BridgeSide, Set<BridgeSide>>();
  const add = (out: BridgeSide, into: BridgeSide) => found.set(out, (found.get(out) ?? new Set()).add(into));
  for (const { side, way, id } of entries) {
    const other = byHash.get(toHash(id));
    if (other !== undefined) add(...(way === "out" ? ([side, other] as const) : ([other, side] as const)));
  }
  for (const all of byId.values()) {
    const same = all.length > MAX_SAME_ID ? all.filter(({ isKnown }) => isKnown) : all;
    if (same.length > MAX_SAME_ID) continue;
    const [leaving, arriving] = [same.filter(({ way }) => way === "out"), same.filter(({ way }) => way === "in")];
    for (const { side: out } of leaving) for (const { side: into } of arriving) add(out, into);
  }
  return [...found].flatMap(([out, all]) => [...all].map((into) => [out, into] as const));
}

/** Events with one id of a bridge. Of more, which anybody can emit, only those of known contracts are compared. */
const MAX_SAME_ID = 10;

const eventsOf = ({ events }: BridgeSide, way: "in" | "out"): BridgeEvent[] =>
  events.filter((event) => event.way === way);

/**
 * An id in both logs, or the hash of the other side's transaction in one, of the same bridge's contracts; or an id and
 * an amount that can have arrived, if the id could be anybody's.
 */
function isProven(out: BridgeSide, into: BridgeSide, decimalsOf: FindDecimals): boolean {
  const [leaving, arriving] = [eventsOf(out, "out"), eventsOf(into, "in")];
  if (leaving.some((left) => isHashOf(left, into)) || arriving.some((came) => isHashOf(came, out))) return true;
  const shared = leaving.flatMap((left) =>
    arriving
      .filter((came) => isSameId(left, came) && leadsTo(left, into) && leadsTo(came, out))
      .map((came) => [left, came] as const),
  );
  if (shared.some(([left, came]) => isCertain(left, came))) return true;
  return (
    shared.length > 0 &&
    out.losses.some((sent) => into.gains.some((arrived) => canArrive(sent, arrived, false, decimalsOf)))
  );
}

const isSameId = (left: BridgeEvent, came: BridgeEvent): boolean =>
  left.bridge === came.bridge && left.transferId !== undefined && left.transferId === came.transferId;

/** Of one bridge's contracts, which log no ids that their callers choose. */
const isCertain = (left: BridgeEvent, came: BridgeEvent): boolean =>
  !left.isCallersId && !came.isCallersId && left.emitters.some((emitter) => came.emitters.includes(emitter));

const isHashOf = (event: BridgeEvent, other: BridgeSide): boolean =>
  !event.isCallersId &&
  event.emitters.length > 0 &&
  event.transferId !== undefined &&
  toHash(event.transferId) === other.hash &&
  leadsTo(event, other);

const toHash = (id: bigint): Hex => `0x${id.toString(16).padStart(64, "0")}`;

const leadsTo = ({ hasChain, otherChain }: Pick<BridgeEvent, "hasChain" | "otherChain">, other: BridgeSide): boolean =>
  hasChain || otherChain !== undefined ? otherChain === other.chain : true;

/** A side from which something can have left, or at which it can have arrived. */
interface Going {
  readonly side: BridgeSide;
  /** At the other end; empty: unknown. */
  readonly chains: readonly string[];
  /** Bridges of which it has an id. */
  readonly identified: ReadonlySet<string>;
}

function toGoing(side: BridgeSide, way: "in" | "out"): Going[] {
  if (!canGo(side, way)) return [];
  const ids = eventsOf(side, way).filter(({ transferId }) => transferId !== undefined);
  return [{ side, chains: listOtherChains(side, way), identified: new Set(ids.map(({ bridge }) => bridge)) }];
}

/**
 * The same bridge, chains that don't contradict, one amount that can have arrived, and in time; but not if both have an
 * id of one bridge, which is not the same.
 */
function isLikely({ side: out, ...left }: Going, { side: into, ...came }: Going, decimalsOf: FindDecimals): boolean {
  const seconds = into.timeAt - out.timeAt;
  if (out.chain === into.chain || seconds < -SKEW || seconds > MAX_WITHDRAWAL_SECONDS) return false;
  if (!overlap(out.bridges, into.bridges) || overlap(left.identified, came.identified)) return false;
  if (!mayBe(left.chains, into) || !mayBe(came.chains, out)) return false;
  const isLong = seconds > MAX_SECONDS;
  if (isLong && !isWithdrawal(out, into)) return false;
  const arrivals = out.losses.flatMap((sent) =>
    into.gains.filter((arrived) => canArrive(sent, arrived, isLong, decimalsOf)),
  );
  return arrivals.length === 1;
}

const overlap = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.values().some((text) => other.has(text));

/** By a rollup's own bridge, to its parent. */
export const isWithdrawal = (out: BridgeSide, into: Pick<BridgeSide, "chain">): boolean =>
  out.rollups.has(into.chain) && out.bridges.has(rollupKey(out.chain));

/** Nothing but coins, which are returned or paid for messages, moves in the other direction. */
const canGo = (side: BridgeSide, way: "in" | "out"): boolean =>
  (way === "out" ? side.losses : side.gains).length > 0 &&
  (way === "out" ? side.gains : side.losses).every(({ token }) => token === NATIVE_TOKEN) &&
  (side.events.length === 0 || side.events.some((event) => event.way === way));

const mayBe = (chains: readonly string[], { chain }: BridgeSide): boolean =>
  chains.length === 0 || chains.includes(chain);
