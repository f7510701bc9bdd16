import type { EventStream } from "@portico/store";
import { invalidParams, quote } from "../errors.ts";

/** The number of the last event of each chain. */
export type EventNumbers = ReadonlyMap<string, bigint>;

const FORM = /^[a-z0-9]{1,40}:\d{1,18}(,[a-z0-9]{1,40}:\d{1,18})*$/;

/** What a client sends back to go on: `base:4,eth:12`. */
export const toLastEventId = (numbers: EventNumbers): string =>
  [...numbers]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([chain, number]) => `${chain}:${number}`)
    .join(",");

/**
 * Where the streams go on: after the numbers of Last-Event-ID; those that it doesn't name from now on.
 * @throws ServiceError invalid_params that says what is kept, if an event after it is not, or was never written.
 */
export function findStart(lastEventId: string | undefined, streams: readonly EventStream[]): Map<string, bigint> {
  const numbers = new Map<string, bigint>();
  if (lastEventId !== undefined) {
    if (!FORM.test(lastEventId))
      throw wrong(`must be the id of an event of this stream, not ${quote(lastEventId)}`, streams);
    for (const part of lastEventId.split(",")) {
      const [chain = "", number = ""] = part.split(":");
      numbers.set(chain, BigInt(number));
    }
  }
  for (const { chain, firstNumber, lastNumber } of streams) {
    const number = numbers.get(chain);
    if (number === undefined) continue;
    if (number > lastNumber) throw wrong(`names event ${number} of ${chain}, which was never written`, streams);
    if (number < firstNumber - 1n) throw wrong(`names event ${number} of ${chain}, and later ones are gone`, streams);
  }
  return new Map(streams.map(({ chain, lastNumber }) => [chain, numbers.get(chain) ?? lastNumber]));
}

function wrong(flaw: string, streams: readonly EventStream[]) {
  const kept = streams.map(({ chain, firstNumber, lastNumber }) =>
    firstNumber > lastNumber
      ? `${chain}: no events are kept, go on after ${chain}:${lastNumber}`
      : `${chain}: events ${firstNumber} to ${lastNumber} are kept`,
  );
  return invalidParams({ "Last-Event-ID": `${flaw}. ${kept.join("; ")}` });
}
