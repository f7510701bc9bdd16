import { chargePrice, type Meter, type StoredPrices } from "@portico/metering";
import type { ServiceMetrics } from "@portico/server/telemetry";
import { ForbiddenUrlError } from "@portico/safe-fetch";
import {
  buryEvent,
  deleteDeadLetter,
  findDeliverable,
  listDueLanes,
  listEventsAfter,
  listRequestedLetters,
  noteFailed,
  noteLetterFailed,
  notePassed,
  noteSent,
  readSecondsToNext,
  toEventId,
  type DeliveredSubscription,
  type OwnerEvent,
  type PendingLane,
  type Store,
} from "@portico/store";
import type { Logger } from "pino";
import { ServiceError } from "../errors.ts";
import { postSigned } from "../webhooks/postSigned.ts";
import { toOwnerEventResponse } from "./ownerEventResponse.ts";
import { webhookRules } from "./webhookUrl.ts";

/** The n-th repetition comes e^n seconds after the attempt before it, at most 6 hours: two days in all. */
const ATTEMPTS = 17;
const LONGEST_SECONDS = 21_600;
/** How long an event waits without units. */
const UNPAID_SECONDS = 600;
/** A round starts no event after it, so that each subscription has its turn, and no job looks as if its worker was killed. */
const ROUND_MS = 30_000;
/** Of different lanes: then the receiver is down, and the other lanes wait, too. */
const FAILURES_PER_ROUND = 3;
const PAUSE_SECONDS = 10;
const LANES_AT_ONCE = 50;
const EVENTS_AT_ONCE = 20;
const LETTERS_AT_ONCE = 50;

export interface DeliverySettings {
  /** Whether the operator allows http and private addresses. */
  readonly isPrivate: boolean;
  /** Attempts of an event; default ATTEMPTS. */
  readonly attempts?: number | undefined;
  /** Seconds before the first repetition, instead of e. */
  readonly retrySeconds?: number | undefined;
}

export interface DeliveryDeps {
  readonly db: Store;
  readonly log: Logger;
  readonly meter: Meter;
  readonly prices: Pick<StoredPrices, "priceOf">;
  readonly metrics: Pick<ServiceMetrics, "countEventDelivery"> | undefined;
  readonly settings: DeliverySettings;
  readonly signal: AbortSignal;
}

interface Round extends DeliveryDeps {
  readonly subscription: DeliveredSubscription;
  failures: number;
}

/**
 * Delivers what is due of a subscription, in order per owner and chain: one event at a time. An event that fails keeps its
 * lane waiting; the others go on.
 * @returns in how many seconds there is more to do; undefined: nothing waits.
 */
export async function deliverEvents(subscriptionId: string, deps: DeliveryDeps): Promise<number | undefined> {
  const { db, signal } = deps;
  const subscription = await findDeliverable(db, subscriptionId);
  if (subscription === undefined) return undefined;
  const round: Round = { ...deps, subscription, failures: 0 };
  const endsAt = performance.now() + ROUND_MS;
  const goesOn = (): boolean => !signal.aborted && round.failures < FAILURES_PER_ROUND && performance.now() < endsAt;
  const letterSeconds = await repeatLetters(round, goesOn);
  while (goesOn()) {
    const lanes = await listDueLanes(db, subscriptionId, LANES_AT_ONCE);
    if (lanes.length === 0) break;
    for (const lane of lanes) if (goesOn()) await deliverLane(round, lane, goesOn);
  }
  signal.throwIfAborted();
  const laneSeconds = await readSecondsToNext(db, subscriptionId);
  if (letterSeconds === undefined && laneSeconds === undefined) return undefined;
  const seconds = Math.min(letterSeconds ?? Infinity, laneSeconds ?? Infinity);
  return round.failures < FAILURES_PER_ROUND ? seconds : Math.max(seconds, PAUSE_SECONDS);
}

/** Sends a lane's next events until one fails or the round ends: at least one, so that each round makes progress. */
async function deliverLane(round: Round, lane: PendingLane, goesOn: () => boolean): Promise<void> {
  const { db, subscription } = round;
  const { kinds } = subscription;
  const [events = []] = await listEventsAfter(db, [{ ...lane, after: lane.doneNumber, kinds }], EVENTS_AT_ONCE);
  const current = { ...lane };
  for (const event of events) {
    // what was deleted before it could be sent is missing in the receiver's numbers
    const previousNumber =
      current.firstNumber > current.doneNumber + 1n ? current.firstNumber - 1n : current.sentNumber;
    const isDone = await attempt(round, current, { event, previousNumber });
    if (!isDone || !goesOn()) return;
    const { number } = event;
    Object.assign(current, { sentNumber: number, doneNumber: number, firstNumber: 0n, attempts: 0 });
  }
  if (events.length < EVENTS_AT_ONCE) await notePassed(db, lane, lane.pendingNumber);
}

interface Sending {
  readonly event: OwnerEvent;
  readonly previousNumber: bigint;
}

/** @returns whether the lane goes on: the event was delivered, or given up. */
async function attempt(round: Round, lane: PendingLane, sending: Sending): Promise<boolean> {
  const { db, log, metrics, settings, subscription } = round;
  const { attempts: max = ATTEMPTS, retrySeconds = Math.E } = settings;
  const failure = await post(round, sending);
  if (failure === undefined) {
    await noteSent(db, lane, sending.event.number);
    return true;
  }
  round.failures++;
  const { error, unchargedSeconds } = failure;
  const attempts = lane.attempts + (unchargedSeconds === undefined ? 1 : 0);
  const id = toEventId(sending.event);
  log.warn({ subscription: subscription.id, event: id, reason: error, attempts }, "delivering an event failed");
  if (attempts >= max) {
    metrics?.countEventDelivery("given_up");
    await buryEvent(db, lane, {
      number: sending.event.number,
      previousNumber: sending.previousNumber,
      attempts,
      error,
    });
    return true;
  }
  const seconds = unchargedSeconds ?? Math.min(retrySeconds * Math.E ** (attempts - 1), LONGEST_SECONDS);
  await noteFailed(db, lane, { error, attempts, seconds });
  return false;
}

interface Failure {
  readonly error: string;
  /** If it couldn't be charged: how long it waits. Then no attempt counts. */
  readonly unchargedSeconds: number | undefined;
}

/** Charges for an event and posts it. @returns why it failed: then nothing is charged. */
async function post(
  { meter, metrics, prices, settings, signal, subscription }: Round,
  { event, previousNumber }: Sending,
): Promise<Failure | undefined> {
  const { accountId, keyId, url, secrets } = subscription;
  const id = toEventId(event);
  const body = JSON.stringify({
    type: event.reverts === undefined ? "owner.activity" : "owner.reverted",
    timestamp: event.createdAt.toISOString(),
    data: toOwnerEventResponse(event, previousNumber),
  });
  let charge: Awaited<ReturnType<typeof chargePrice>>;
  try {
    charge = await chargePrice({ meter, prices }, { accountId, keyId, operation: "getUserEvents" });
    await postSigned({ url, rules: webhookRules(url, settings.isPrivate), id, body, secrets, signal });
    metrics?.countEventDelivery("delivered");
    return undefined;
  } catch (error) {
    charge?.refund();
    if (signal.aborted) throw error; // aborted by us: not a failure of the receiver
    metrics?.countEventDelivery("failed");
    return { error: describe(error), unchargedSeconds: unchargedSecondsOf(error) };
  }
}

function unchargedSecondsOf(error: unknown): number | undefined {
  if (!(error instanceof ServiceError)) return undefined;
  return error.code === "units_exhausted" ? UNPAID_SECONDS : PAUSE_SECONDS;
}

/** What the caller may see: not the addresses of names in our network. */
function describe(error: unknown): string {
  if (error instanceof ForbiddenUrlError) return error.publicMessage;
  return error instanceof Error ? error.message : String(error);
}

/**
 * One attempt of each dead letter that was asked for.
 * @returns in how many seconds there are more of them; undefined: there are none.
 */
async function repeatLetters(round: Round, goesOn: () => boolean): Promise<number | undefined> {
  const { db, subscription } = round;
  const letters = await listRequestedLetters(db, subscription.id, LETTERS_AT_ONCE);
  for (const letter of letters) {
    if (!goesOn()) return 0;
    const { event, previousNumber } = letter;
    const lane = { subscriptionId: subscription.id, chain: event.chain, owner: event.owner };
    const failure = await post(round, { event, previousNumber });
    if (failure === undefined) await deleteDeadLetter(db, lane, event.number);
    else {
      round.failures++;
      if (failure.unchargedSeconds !== undefined) return failure.unchargedSeconds;
      await noteLetterFailed(db, lane, event.number, failure.error);
    }
  }
  return letters.length < LETTERS_AT_ONCE ? undefined : 0;
}
