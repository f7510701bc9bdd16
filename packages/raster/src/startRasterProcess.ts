import { fork } from "node:child_process";
import { dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { RasterTask } from "./rasterize.ts";
import type { RasterReply, RasterRequest } from "./rasterProcess.ts";

export interface RasterProcess {
  readonly pid: number | undefined;
  /** One task at a time. Undefined if it can't be rendered, also if the process ends during it. */
  readonly draw: (task: RasterTask) => Promise<Buffer | undefined>;
  readonly isAlive: () => boolean;
  readonly end: () => void;
}

/** If the process can't end itself at its limit of CPU time, or is blocked. */
const WALL_MS = 20_000;
const FONTS = dirname(fileURLToPath(import.meta.resolve("dejavu-fonts-ttf/package.json")));

/** Excludes our own environment, which has secrets. Otherwise macOS would render text with the system's fonts. */
const ENVIRONMENT = { FONTCONFIG_FILE: join(import.meta.dirname, "fonts.conf"), PANGOCAIRO_BACKEND: "fontconfig" };

/** Starts a process that renders pictures. An idle one doesn't keep its parent running. Rejects if it can't start. */
export async function startRasterProcess(cpuMs: number, wallMs = WALL_MS): Promise<RasterProcess> {
  const child = fork(join(import.meta.dirname, `rasterProcess${extname(import.meta.filename)}`), [], {
    cwd: FONTS,
    env: ENVIRONMENT,
    execArgv: ["--max-old-space-size=64"],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  const end = (): void => void child.kill("SIGKILL");
  let isAlive = true;
  let finish: (reply: RasterReply | Error) => void = () => undefined;
  const nextReply = (): Promise<RasterReply | Error> => new Promise((resolve) => (finish = resolve));
  const wait = async (): Promise<RasterReply | Error> => {
    const timer = setTimeout(end, wallMs);
    child.ref();
    child.channel?.ref();
    const reply = await nextReply();
    clearTimeout(timer);
    child.unref();
    child.channel?.unref();
    return reply;
  };
  const die = (reason: Error): void => {
    isAlive = false;
    finish(reason);
  };
  child.on("message", (reply) => finish(reply as RasterReply));
  child.on("error", die).on("exit", (code, signal) => die(new Error(`the process exited with ${signal ?? code}`)));

  const first = await wait();
  if (first instanceof Error || "failure" in first) {
    end();
    throw first instanceof Error ? first : new Error(first.failure);
  }
  return {
    pid: child.pid,
    draw: async (task) => {
      const reply = wait();
      child.send({ task, cpuMs } satisfies RasterRequest);
      const drawn = await reply;
      return "image" in drawn ? drawn.image : undefined;
    },
    isAlive: () => isAlive,
    end,
  };
}
