import { setTimeout as sleep } from "node:timers/promises";
import type { BareChain } from "@portico/devnet";
import { findChainState } from "@portico/store";
import type { Store } from "@portico/store";
import { pino } from "pino";
import type { WorkLimits } from "../chain/chainWork.ts";
import { runIndexer } from "../runIndexer.ts";
import type { SourceReads } from "../source/sourceState.ts";

export interface BareIndexerOptions {
  /** Slug; eth if omitted. */
  chain?: string;
  limits?: Partial<WorkLimits>;
  reads?: SourceReads;
  /** All if omitted. */
  keepBlocks?: bigint;
  isPartitioned?: boolean;
}

/** An indexer of a chain without a scenario, from its first block. */
export interface BareIndexer {
  follow(options?: BareIndexerOptions): void;
  untilHead(): Promise<void>;
  /** Runs from a restart to the head. */
  sync(options?: BareIndexerOptions): Promise<void>;
  stop(): Promise<void>;
}

export function createBareIndexer({ rpc, rpcUrl }: Pick<BareChain, "rpc" | "rpcUrl">, db: Store): BareIndexer {
  let abort = new AbortController();
  let running: Promise<void> = Promise.resolve();
  let slug = "eth";
  const follow = (options: BareIndexerOptions = {}): void => {
    const { chain = "eth", limits = {}, reads = { receipts: true }, keepBlocks, isPartitioned } = options;
    abort = new AbortController();
    slug = chain;
    const chains = [{ chain, rpcUrls: [rpcUrl], startBlock: 0n, reads, keepBlocks, isPartitioned }];
    running = runIndexer({ db, chains, log: pino({ level: "fatal" }), signal: abort.signal, pollMs: 5, limits });
    running.catch(() => undefined);
  };
  const untilHead = async (): Promise<void> => {
    const { hash } = await rpc.call<{ hash: string }>("eth_getBlockByNumber", ["latest", false]);
    while ((await findChainState(db, slug))?.balances?.hash !== hash) {
      await Promise.race([sleep(10), running]);
      if (abort.signal.aborted) throw new Error("The indexer ended");
    }
  };
  const stop = async (): Promise<void> => {
    abort.abort();
    await running;
  };
  const sync = async (options?: BareIndexerOptions): Promise<void> => {
    follow(options);
    await untilHead();
    await stop();
  };
  return { follow, untilHead, sync, stop };
}
