import { type App, type AppOptions, startApp, stopApp } from "./apps.ts";
import type { Running, Unit } from "./supervise.ts";

export interface SupervisedAppOptions {
  /** Its settings, read again for each start. */
  readonly options: () => Promise<AppOptions>;
  /** Resolves when it can start, for example when the database responds; by default at once. */
  readonly untilPossible?: (signal: AbortSignal) => Promise<void>;
  /** Whether it is ready. */
  readonly isReady: () => Promise<boolean>;
}

const POLL_MS = 200;
const READY_TIMEOUT_MS = 120_000;

/** apps/<name> as a supervised unit. Restarts append to the same log file. */
export function supervisedApp(name: string, { options, untilPossible, isReady }: SupervisedAppOptions): Unit {
  let lives = 0;
  const start = async (signal: AbortSignal): Promise<Running> => {
    await untilPossible?.(signal);
    signal.throwIfAborted();
    const app = startApp(name, { ...(await options()), appends: lives > 0 });
    lives += 1;
    try {
      await untilWorks(app, isReady, signal);
    } catch (error) {
      await stopApp(app);
      throw error;
    }
    return { ended: app.ended, stop: () => stopApp(app) };
  };
  return { name, start };
}

async function untilWorks(app: App, isReady: () => Promise<boolean>, signal: AbortSignal): Promise<void> {
  let reason: string | undefined;
  void app.ended.then((why) => (reason = why));
  const giveUpAt = performance.now() + READY_TIMEOUT_MS;
  while (!(await isReady())) {
    if (reason !== undefined) throw new Error(`${app.name} ended: ${reason}`);
    if (performance.now() > giveUpAt) throw new Error(`${app.name} was not ready within ${READY_TIMEOUT_MS / 1000} s`);
    signal.throwIfAborted();
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
