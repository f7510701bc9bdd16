import { ServiceError } from "@portico/server";
import pLimit from "p-limit";
import type { RasterTask } from "./rasterize.ts";
import { type RasterProcess, startRasterProcess } from "./startRasterProcess.ts";

/** WebP; undefined for what can't be drawn within the limits. Rejects with ServiceError when no picture can be drawn at all. */
export type Rasterizer = (task: RasterTask) => Promise<Buffer | undefined>;

export interface RasterizerOptions {
  /** Milliseconds of processor time per picture; those of ordinary ones are tens. */
  readonly cpuMs?: number;
  /** How many processes draw at once, of up to 384 MB each. */
  readonly size?: number;
}

export const RASTER_PROCESSES = 2;
const CPU_MS = 2_000;
const IDLE_MS = 60_000;
/** After which a process makes way for another one, whatever the libraries may have leaked. */
const TASKS_MAX = 1_000;

interface Idle {
  readonly process: RasterProcess;
  readonly tasks: number;
  readonly timer: NodeJS.Timeout;
}

/** Draws in processes of its own, started when there is something to draw and ended after a minute without. */
export function createRasterizer({ cpuMs = CPU_MS, size = RASTER_PROCESSES }: RasterizerOptions = {}): Rasterizer {
  const idle: Idle[] = [];
  const inTurn = pLimit(size);

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
