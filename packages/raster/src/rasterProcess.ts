/**
 * The process that renders untrusted pictures, one at a time: parsers and rasterisers are native code that can't be
 * stopped otherwise. It ends itself at a limit of memory or CPU time, and with its parent.
 */
import { setPriority } from "node:os";
import type { RasterTask } from "./rasterize.ts";

/** A task and its limit of CPU time. */
export interface RasterRequest {
  readonly task: RasterTask;
  readonly cpuMs: number;
}

export type RasterReply =
  /** The process accepts tasks. */
  | { readonly isReady: true }
  /** The library can't be loaded. */
  | { readonly failure: string }
  | { readonly image: Buffer | undefined };

const RSS_MAX = 384 * 1024 * 1024;
const WATCH_MS = 20;
/** Below the servers. */
const PRIORITY = 5;

const end = (): void => void process.kill(process.pid, "SIGKILL"); // exit() would wait for native threads
const reply = (message: RasterReply): void => void process.send?.(message);
const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

let cpuDeadline = Number.POSITIVE_INFINITY;
const watch = (): void => {
  if (process.memoryUsage.rss() > RSS_MAX || cpuMs() > cpuDeadline) end();
};

process.on("disconnect", end);
setPriority(PRIORITY);
try {
  const { rasterize } = await import("./rasterize.ts");
  const draw = async ({ task, cpuMs: limit }: RasterRequest): Promise<void> => {
    cpuDeadline = cpuMs() + limit;
    const watching = setInterval(watch, WATCH_MS);
    const image = await rasterize(task).catch(() => undefined);
    clearInterval(watching);
    reply({ image });
  };
  process.on("message", (request) => void draw(request as RasterRequest));
  reply({ isReady: true });
} catch (error) {
  reply({ failure: String(error) });
}
