import { ServiceError } from "@portico/server";
import pLimit from "p-limit";
import type { RasterTask } from "./rasterize.ts";
import { type RasterProcess, startRasterProcess } from "./startRasterProcess.ts";

/** WebP, or PNG if requested; undefined if it can't be rendered within the limits. Rejects with ServiceError if rendering is unavailable. */
export type Rasterizer = (task: RasterTask) => Promise<Buffer | undefined>;

export interface RasterizerOptions {
  /** Milliseconds of CPU time per picture; ordinary ones take tens. */
  readonly cpuMs?: number;
}

/** Maximum concurrent processes of a rasterizer, of up to 384 MB each. */
export const RASTER_PROCESSES = 2;
const CPU_MS = 2_000;
const IDLE_MS = 60_000;
/** After which a process is replaced, because the libraries may have leaked memory. */
const TASKS_MAX = 1_000;

interface Idle {
  readonly process: RasterProcess;
  readonly tasks: number;
  readonly timer: NodeJS.Timeout;
}

/** Renders in separate processes, which start on demand and end after an idle minute. */
export function createRasterizer({ cpuMs = CPU_MS }: RasterizerOptions = {}): Rasterizer {
  const idle: Idle[] = [];
  const inTurn = pLimit(RASTER_PROCESSES);

  const take = async (): Promise<{ process: RasterProcess; tasks: number }> => {
    for (let next = idle.pop(); next !== undefined; next = idle.pop()) {
      clearTimeout(next.timer);
      if (next.process.isAlive()) return next;
    }
    return { process: await startRasterProcess(cpuMs).catch(cannotDraw), tasks: 0 };
  };
  const giveBack = (process: RasterProcess, tasks: number): void => {
    if (!process.isAlive()) return;
    if (tasks >= TASKS_MAX) return process.end();
    const entry: Idle = {
      process,
      tasks,
      timer: setTimeout(() => {
        idle.splice(idle.indexOf(entry), 1);
        process.end();
      }, IDLE_MS).unref(),
    };
    idle.push(entry);
  };
  return (task) =>
    inTurn(async () => {
      const { process, tasks } = await take();
      const image = await process.draw(task);
      giveBack(process, tasks + 1);
      return image;
    });
}

const cannotDraw = (cause: unknown): never => {
  throw new ServiceError("upstream_error", "Pictures can't be rendered right now", {
    cause,
    headers: { "Retry-After": "5" },
  });
};
