import { setFlagsFromString } from "node:v8";
import type { HttpServer } from "../http/httpServer.ts";

const LOOK_MS = 5_000;
/** Requests between two looks: so many are a load, so few are quiet. */
const LOAD_REQUESTS = 250;
const QUIET_REQUESTS = 50;
/** Looks in a row that must find quiet: after less the next load comes so soon that growing again would cost more than it gives. */
const QUIET_LOOKS = 6;
/** And looks until V8 is done at the latest: it considers it every 8 s, and collects twice. */
const DONE_LOOKS = QUIET_LOOKS + 6;

/**
 * Has V8 give memory back after a load: garbage, its young generation, which is large then, and pages that it has freed and
 * pools. By itself V8 waits until it measures that little is allocated; but it measures while it collects, so in a server that
 * became quiet it waits until 100 s after the last collection. While it is to optimize for size it begins within 8 s, in the
 * same small steps. As soon as there are requests again it no longer is. V8 reads this flag each time that it decides, and Node
 * leaves flags changeable; `gc({ type: "major", execution: "async" })` would stop the thread for a whole collection (183 ms where
 * this took 58 ms at most), and keeps the pages (494 MB instead of 247 MB).
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
