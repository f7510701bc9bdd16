import type { ChildProcess } from "node:child_process";
import { once } from "node:events";

const TIMEOUT_MS = 10_000;

/** Terminates a process, gracefully at first. */
export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), TIMEOUT_MS);
  await exited;
  clearTimeout(timer);
}
