import { setFlagsFromString } from "node:v8";
import type { HttpServer } from "../http/httpServer.ts";

const LOOK_MS = 5_000;
/** Requests between two checks that count as load; fewer are quiet. */
const LOAD_REQUESTS = 250;
const QUIET_REQUESTS = 50;
/**
 * Number of consecutive quiet checks before memory is returned: with fewer, growing again for the next load costs more
 * than is gained.
 */
const QUIET_LOOKS = 6;
/** Upper bound of checks until V8 is done: it considers collecting every 8 s, and collects twice. */
const DONE_LOOKS = QUIET_LOOKS + 6;

/**
 * Makes V8 return memory after a load: garbage, its large young generation, and freed pages that it pools. By itself V8
 * waits
 * until it measures a low allocation rate; but it measures while it collects, so a server that became quiet waits until
 * 100 s
 * after the last collection. With `optimize_for_size` it begins within 8 s, in the same small steps. The flag is
 * cleared as soon
 * as requests arrive. V8 reads this flag at every decision, and Node leaves flags changeable; `gc({ type: "major",
 * execution: "async" })`
 * would block the thread for a whole collection (183 ms, against 58 ms at most) and keeps the pages (494 MB instead of
 * 247 MB).
 */
export function returnMemoryAfterLoad(server: Pick<HttpServer, "requestCount">): void {
  let counted = 0;
  let quietLooks = 0;
  let isDue = false;
  let isReturning = false;
  const look = (): void => {
    const requests = server.requestCount - counted;
    counted = server.requestCount;
    quietLooks = requests <= QUIET_REQUESTS ? quietLooks + 1 : 0;
    isDue = (isDue || requests >= LOAD_REQUESTS) && quietLooks < DONE_LOOKS;
    const shallReturn = isDue && quietLooks >= QUIET_LOOKS;
    if (shallReturn !== isReturning) setFlagsFromString(shallReturn ? "--optimize-for-size" : "--no-optimize-for-size");
    isReturning = shallReturn;
  };
  setInterval(look, LOOK_MS).unref();
}
