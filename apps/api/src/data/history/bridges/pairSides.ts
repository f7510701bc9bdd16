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
  const add = (proof: Counterpart["proof"], test: (out: BridgeSide, into: BridgeSide) => boolean): void => {
    for (const [out, into] of findOnlyPairs(
      sides.filter((side) => !paired.has(side)),
      test,
    )) {
      paired.set(out, { side: into, way: "out", proof });
      paired.set(into, { side: out, way: "in", proof });
    }
  };
  add("id", (out, into) => isProven(out, into, decimalsOf));
  if (isComplete) add("match", (out, into) => isLikely(out, into, decimalsOf));
  return paired;
}

/** Pairs of which neither side fits another one. */
function findOnlyPairs(
  sides: readonly BridgeSide[],
  test: (out: BridgeSide, into: BridgeSide) => boolean,
): [BridgeSide, BridgeSide][] {
  const pairs = sides.flatMap((out) =>
    sides.flatMap((into): [BridgeSide, BridgeSide][] =>
      out.chain !== into.chain && test(out, into) ? [[out, into]] : [],
    ),
  );
  const uses = new Map<BridgeSide, number>();
  for (const side of pairs.flat()) uses.set(side, (uses.get(side) ?? 0) + 1);
  return pairs.filter((pair) => pair.every((side) => uses.get(side) === 1));
}

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
      .filter((came) => isSameId(left, came) && isTold(left, into) && isTold(came, out))
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
  !event.isCallersId && event.emitters.length > 0 && toHash(event.transferId) === other.hash && isTold(event, other);

const toHash = (id: bigint | undefined): Hex | undefined =>
  id === undefined ? undefined : `0x${id.toString(16).padStart(64, "0")}`;

const isTold = ({ hasChain, otherChain }: Pick<BridgeEvent, "hasChain" | "otherChain">, other: BridgeSide): boolean =>
  hasChain || otherChain !== undefined ? otherChain === other.chain : true;

/** The same bridge, chains that don't contradict, one amount that can have arrived, and in time. */
function isLikely(out: BridgeSide, into: BridgeSide, decimalsOf: FindDecimals): boolean {
  const seconds = into.timeAt - out.timeAt;
  if (seconds < -SKEW || seconds > MAX_WITHDRAWAL_SECONDS) return false;
  const shared = [...out.bridges].filter((bridge) => into.bridges.has(bridge));
  if (shared.length === 0 || !canGo(out, "out") || !canGo(into, "in")) return false;
  if (!mayBe(listOtherChains(out, "out"), into) || !mayBe(listOtherChains(into, "in"), out)) return false;
  if (hasOtherId(out, into)) return false;
  const isLong = seconds > MAX_SECONDS;
  if (isLong && !isWithdrawal(out, into)) return false;
  const arrivals = out.losses.flatMap((sent) =>
    into.gains.filter((arrived) => canArrive(sent, arrived, isLong, decimalsOf)),
  );
  return arrivals.length === 1;
}

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

/** Both carry ids of one bridge, but no id is the same. */
function hasOtherId(out: BridgeSide, into: BridgeSide): boolean {
  const idsOf = (side: BridgeSide, way: "in" | "out") =>
    eventsOf(side, way).filter(({ transferId }) => transferId !== undefined);
  return idsOf(out, "out").some(({ bridge }) => idsOf(into, "in").some((came) => came.bridge === bridge));
}
