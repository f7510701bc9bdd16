import { type ChildProcess, spawn } from "node:child_process";

export interface PeerProcess {
  readonly child: ChildProcess;
  /** Its last output. */
  readonly output: () => string;
}

/** Starts a script with this Node, in its app's folder. @param env - Added to this process's. */
export function startPeer(args: readonly string[], cwd: string, env: Readonly<Record<string, string>>): PeerProcess {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  const listen = (chunk: Buffer): void => void (text = (text + chunk.toString()).slice(-3_000));
  child.stdout.on("data", listen);
  child.stderr.on("data", listen);
  return { child, output: () => text };
}
