import type { Address, LogSpan } from "@portico/evm";
import { findChainState, listDueHolderScans } from "@portico/store";
import { runRounds } from "../runRounds.ts";
import type { RoundEnd } from "../runRounds.ts";
import type { SideWork } from "../sideWork.ts";
import { scanHolders } from "./scanHolders.ts";

const POLL_MS = 2_000;
const TOKENS_AT_ONCE = 3;
/** Time in which a token is left out after a failure. */
const PAUSE_MS = 60_000;
/** Age at which a result is read again for another request. */
const REFRESH_MINUTES = 10;
/** The same of a refusal: the node may have been replaced. */
const RETRY_MINUTES = 24 * 60;

/** What rounds remember. */
export interface HolderRounds {
  /** Ends of pauses, by token; ms of the process's clock. */
  paused: Map<Address, number>;
  /** Blocks per request, by token. */
  spans: Map<Address, LogSpan>;
}

export const createHolderRounds = (): HolderRounds => ({ paused: new Map(), spans: new Map() });

/**
 * Finds the holders of requested tokens, in a side job until the signal aborts, where only owners are indexed: a few
 * tokens at once. Failures are logged and retried.
 */
export async function syncHolderScans(work: SideWork): Promise<void> {
  const { log, signal } = work;
  const rounds = createHolderRounds();
  const onError = (error: unknown): void => log.warn({ err: error }, "reading holders of tokens failed; retrying");
  await runRounds({ signal, pauseMs: POLL_MS, onError }, () => scanDueHolders(work, rounds));
}

/** A step for each of a few tokens. @returns "more" if there is more to do at once. */
export async function scanDueHolders(work: SideWork, { paused, spans }: HolderRounds): Promise<RoundEnd> {
  const { chain, db, log, signal } = work;
  const state = await findChainState(db, chain.slug);
  if (state?.mode !== "owners" || state.balances === undefined) return "rest";
  for (const [token, until] of paused) if (performance.now() > until) paused.delete(token);
  const scans = await listDueHolderScans(db, chain.slug, {
    refreshMinutes: REFRESH_MINUTES,
    retryMinutes: RETRY_MINUTES,
    except: [...paused.keys()],
    limit: TOKENS_AT_ONCE,
  });
  let end: RoundEnd = "rest";
  for (const scan of scans) {
    signal.throwIfAborted();
    try {
      const isDone = await scanHolders(work, scan, { head: state.balances, spans });
      if (isDone) spans.delete(scan.token);
      else end = "more";
    } catch (error) {
      if (signal.aborted) throw error;
      log.warn({ err: error, token: scan.token }, "reading the holders of a token failed; retrying");
      paused.set(scan.token, performance.now() + PAUSE_MS);
    }
  }
  return end;
}
