import { setTimeout as sleep } from "node:timers/promises";

/** A running instance of a supervised unit. */
export interface Running {
  /** Resolves with the reason when it has ended. */
  readonly ended: Promise<string>;
  /** Ends it, or releases its remaining resources. Resolves when that is done. */
  readonly stop: () => Promise<void>;
}

/** A unit that runs for as long as Portico does. */
export interface Unit {
  readonly name: string;
  /**
   * Starts it, and resolves when it is ready. @throws the reason if it ends before that, or is aborted by the signal.
   */
  readonly start: (signal: AbortSignal) => Promise<Running>;
}

export interface SuperviseOptions {
  /** The running instance; by default the first one is started now. */
  readonly running?: Running;
  /** Receives a line when it has ended, and when it works again. */
  readonly report: (line: string) => void;
  /** Called once with the reason when it has failed too often and is no longer restarted. */
  readonly giveUp: (reason: string) => void;
  /** Delay before each restart, ms. One more failure in a row, and it is given up. */
  readonly delaysMs?: readonly number[];
  /** After one instance worked for this long, earlier failures no longer count, ms. */
  readonly stableMs?: number;
}

export interface Supervision {
  /** Resolves after the first attempt to start it, with whether it succeeded. */
  readonly attempted: Promise<boolean>;
  /** Ends it without a restart. */
  readonly stop: () => Promise<void>;
}

interface Death {
  readonly reason: string;
  /** Undefined if it did not start. */
  readonly workedMs: number | undefined;
}

const DELAYS_MS = [100, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000];
const STABLE_MS = 60_000;

/** Restarts a unit whenever it ends, until `stop`, or until it has failed too often. */
export function supervise(unit: Unit, options: SuperviseOptions): Supervision {
  const { report, giveUp, delaysMs = DELAYS_MS, stableMs = STABLE_MS } = options;
  const { name } = unit;
  const { promise: attempted, resolve: setAttempted } = Promise.withResolvers<boolean>();
  const { signal, stopped, stop } = createStop();
  let current = options.running;

  const start = async (): Promise<void> => {
    const before = current;
    current = await unit.start(signal);
    // after the start: the old instance's resources pass to the new one
    await before?.stop().catch((error: unknown) => report(`${name}: ${messageOf(error)}`));
  };

  /** @returns why it ended or did not start, and for how long it worked; undefined if it was stopped. */
  const live = async (isRestart: boolean): Promise<Death | undefined> => {
    try {
      if (isRestart || current === undefined) await start();
      setAttempted(true);
    } catch (error) {
      setAttempted(false);
      return signal.aborted ? undefined : { reason: messageOf(error), workedMs: undefined };
    }
    const worksSince = performance.now();
    if (isRestart && !signal.aborted) report(`${name} is running again`);
    const reason = await Promise.race([stopped, current?.ended.catch(messageOf)]);
    return reason === undefined ? undefined : { reason, workedMs: performance.now() - worksSince };
  };

  const run = async (): Promise<void> => {
    for (let deaths = 0; ;) {
      const death = await live(deaths > 0);
      if (death === undefined) break;
      const { reason, workedMs } = death;
      if (workedMs !== undefined && workedMs >= stableMs) deaths = 0;
      const delayMs = delaysMs[deaths];
      deaths += 1;
      if (delayMs === undefined) {
        giveUp(`${name} ended ${deaths} times in a row and is no longer restarted; last reason: ${reason}`);
        break;
      }
      report(`${name} ended (${reason}); restarting in ${delayMs / 1000} s`);
      await sleep(delayMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) break;
    }
    await current?.stop();
  };
  const over = run();
  over.catch(() => undefined); // the caller of `stop` gets the error
  return { attempted, stop: () => (stop(), over) };
}

function createStop() {
  const stopping = new AbortController();
  const { promise: stopped, resolve } = Promise.withResolvers<undefined>();
  const stop = (): void => {
    stopping.abort();
    resolve(undefined);
  };
  return { signal: stopping.signal, stopped, stop };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
