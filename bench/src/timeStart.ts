import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import getPort from "get-port";
import { endProcess } from "./endProcess.ts";
import type { Server } from "./startServer.ts";

const POLL_MS = 5;

export interface TimedStart {
  /** Nothing else of this process's is passed on, apart from PATH. */
  readonly env: Readonly<Record<string, string>>;
  /** The variable that names its port. */
  readonly portVariable: string;
  /** What it responds to first. */
  readonly path: string;
  readonly accessKey: string;
}

/** Starts an app. @returns it, and the seconds until its first response. */
export async function timeStart(
  main: string,
  { env, portVariable, path, accessKey }: TimedStart,
): Promise<Server & { readonly seconds: number }> {
  const port = String(await getPort());
  const began = performance.now();
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env["PATH"], ...env, [portVariable]: port, PORTICO_LOG_LEVEL: "warn" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const url = `http://127.0.0.1:${port}`;
  const stop = () => endProcess(child);
  try {
    while (!(await isAnswered(url + path, accessKey))) {
      if (child.exitCode !== null) throw new Error(`${main} ended with ${child.exitCode}`);
      await sleep(POLL_MS);
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, seconds: (performance.now() - began) / 1_000, pid: child.pid ?? 0, stop };
}

async function isAnswered(url: string, accessKey: string): Promise<boolean> {
  try {
    const response = await fetch(url, { headers: { AccessKey: accessKey }, redirect: "manual" });
    await response.arrayBuffer();
    return response.status < 400;
  } catch {
    return false;
  }
}
