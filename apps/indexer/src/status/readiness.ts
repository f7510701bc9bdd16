import { listChainStates, type Store } from "@portico/store";
import type { Readiness } from "@portico/server/metrics";
import type { ChainProgress } from "./progress.ts";
import { measureLag } from "./terminal.ts";

/** The response of GET /readyz. */
export interface ReadinessReport {
  show(this: void, progress: ChainProgress): void;
  /** Whether the database's notifications arrive: without them a new address waits for the next round. */
  setReceiving(this: void, isReceiving: boolean): void;
  /** Ready: the database responds and is migrated, and no chain's work failed last. A backfill is ready, too. */
  read(this: void): Promise<Readiness>;
}

/** @param db - Undefined until the database is migrated. Its queries have a limited duration. */
export function createReadinessReport(db: () => Store | undefined): ReadinessReport {
  const latest = new Map<string, ChainProgress>();
  let notifications: "lost" | "received" = "lost";
  return {
    show: (progress) => void latest.set(progress.chain, progress),
    setReceiving: (isReceiving) => void (notifications = isReceiving ? "received" : "lost"),
    async read() {
      const migrated = db();
      const doesAnswer = migrated !== undefined && (await answers(migrated));
      const chains = [...latest.values()];
      const isReady = doesAnswer && chains.every(({ phase }) => phase !== "failed");
      const database = migrated === undefined ? "starting" : doesAnswer ? "ok" : "away";
      const status = isReady ? "ok" : "failing";
      return { isReady, details: { status, database, notifications, chains: chains.map(describeChain) } };
    },
  };
}

const answers = (db: Store): Promise<boolean> =>
  listChainStates(db).then(
    () => true,
    () => false,
  );

/** In the form of `GET /v1/chain/status`; null is unknown. The error has no secrets. */
function describeChain(progress: ChainProgress) {
  const lag = measureLag(progress);
  return {
    id: progress.chain,
    phase: progress.phase,
    block: toNumber(progress.blockNumber),
    head_block: toNumber(progress.headBlock),
    lag_blocks: lag.blocks ?? null,
    lag_seconds: lag.seconds ?? null,
    last_error: progress.lastError ?? null,
    last_error_at: progress.lastErrorAt === undefined ? null : Math.floor(progress.lastErrorAt.getTime() / 1000),
  };
}

const toNumber = (block: bigint | undefined): number | null => (block === undefined ? null : Number(block));
