import { listFlows, listObservationsBetween } from "@portico/store";
import type { Flow, PriceObservation, Store } from "@portico/store";
import type { Address } from "@portico/evm";

export interface HistoryRequest {
  db: Store;
  chain: string;
  afterBlock: bigint;
  toBlock: bigint;
  /** Accounts whose balances are followed. */
  holders: readonly Address[];
  /** Observations read at once; default 5,000. */
  pageSize?: number;
}

export interface HistoryListener {
  observe(observation: PriceObservation): void;
  apply(flow: Flow): void;
}

const PAGE = 5_000;

/**
 * The price observations of stored blocks, in order.
 * @returns a function that passes a listener all observations up to a time that it has not received yet, and returns
 * the time of the newest.
 */
export function createHistoryStream(question: HistoryRequest) {
  const { db, chain, toBlock, holders, pageSize = PAGE } = question;
  let after = question.afterBlock;
  let observations: PriceObservation[] = [];
  let flows: Flow[] = [];
  let [nextObservation, nextFlow, newest] = [0, 0, Number.NEGATIVE_INFINITY];

  const readPage = async (): Promise<void> => {
    observations = await listObservationsBetween(db, chain, after, toBlock, pageSize);
    const last = observations.length < pageSize ? toBlock : observations.at(-1)!.blockNumber;
    flows = await listFlows(db, chain, holders, { afterBlock: after, toBlock: last });
    [after, nextObservation, nextFlow] = [last, 0, 0];
  };

  return async (untilTime: number, listener: HistoryListener): Promise<number> => {
    for (;;) {
      for (; (observations[nextObservation]?.timeAt ?? Infinity) <= untilTime; nextObservation++) {
        const observation = observations[nextObservation]!;
        newest = Math.max(newest, observation.timeAt);
        listener.observe(observation);
      }
      for (; (flows[nextFlow]?.timeAt ?? Infinity) <= untilTime; nextFlow++) {
        const flow = flows[nextFlow]!;
        newest = Math.max(newest, flow.timeAt);
        listener.apply(flow);
      }
      if (nextObservation < observations.length || nextFlow < flows.length || after >= toBlock) return newest;
      await readPage();
    }
  };
}
