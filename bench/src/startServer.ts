import { spawn } from "node:child_process";
import getPort from "get-port";
import { endProcess } from "./endProcess.ts";

export interface Server {
  readonly url: string;
  readonly pid: number;
  readonly stop: () => Promise<void>;
}

/** Starts `file` as a separate process, with its port passed by `env` and arguments, and waits until it responds. */
export async function startServer(
  file: string,
  env: Record<string, string>,
  toArgs: (port: number) => string[] = (port) => [String(port)],
): Promise<Server> {
  const port = await getPort();
  const child = spawn(process.execPath, [file, ...toArgs(port)], {
    env: {
      ...process.env,
      ...env,
      PORTICO_API_PORT: String(port),
      PORTICO_EXPLORER_PORT: String(port),
      PORTICO_LOG_LEVEL: "warn",
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const url = `http://127.0.0.1:${port}`;
  while (!(await answers(url))) {
    if (child.exitCode !== null) throw new Error(`${file} ended with ${child.exitCode}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return { url, pid: child.pid ?? 0, stop: () => endProcess(child) };
}

async function answers(url: string): Promise<boolean> {
  try {
    await (await fetch(`${url}/healthz`)).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}
