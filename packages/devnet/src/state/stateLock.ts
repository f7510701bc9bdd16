import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";

/** Time from the end of a process until its supervisor notices. */
const NOTICE_MS = 2_000;
const POLL_MS = 25;

/**
 * Resolves when no supervisor holds this lock: one that is ending is waited for, as it may still be writing, even if
 * the
 * process that started it was killed. A stale lock is deleted. Throws an Error that names a holder that keeps running.
 */
export async function waitForLock(lockPath: string, log: (line: string) => void): Promise<void> {
  const startedAt = performance.now();
  let hasLogged = false;
  for (let holder = readLock(lockPath); holder !== undefined; holder = readLock(lockPath)) {
    const { pid, isEnding } = holder;
    if (pid !== "" && !isHeldBy(pid, lockPath)) return rm(lockPath, { force: true });
    if (isEnding && !hasLogged) log(`waiting for process ${pid}, which is stopping and still writing (${lockPath})`);
    hasLogged ||= isEnding;
    if (!isEnding && performance.now() > startedAt + NOTICE_MS) {
      throw new Error(`Another devnet, process ${pid}, uses ${lockPath}: stop it or use another stateDir`);
    }
    await wait(POLL_MS);
  }
}

/** Empty between creation and the first write. */
function readLock(lockPath: string): { pid: string; isEnding: boolean } | undefined {
  try {
    const [pid = "", state] = readFileSync(lockPath, "utf8").split("\n");
    return { pid, isEnding: state === "ending" };
  } catch {
    return undefined;
  }
}

/** Process ids are reused, so its command line must also contain the lock's path. */
function isHeldBy(pid: string, lockPath: string): boolean {
  try {
    const command =
      process.platform === "linux"
        ? readFileSync(`/proc/${pid}/cmdline`, "utf8")
        : execFileSync("ps", ["-ww", "-o", "command=", "-p", pid], { encoding: "utf8" });
    return command.includes(lockPath);
  } catch {
    return false;
  }
}
