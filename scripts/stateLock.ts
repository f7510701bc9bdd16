import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeStateFolder } from "./privateFolder.ts";

/**
 * Locks a state folder for this process: two processes would share chains, ports and run.json.
 * @returns a function that releases the lock.
 * @throws Error if another running process holds it.
 */
export function lockState(folder: string): () => void {
  makeStateFolder(folder);
  const file = join(folder, "start.pid");
  const holder = Number(readText(file));
  if (holder > 0 && holder !== process.pid && isAlive(holder)) {
    throw new Error(
      `Portico already runs here, as process ${holder}: stop it first, or set PORTICO_STATE_DIR to another folder`,
    );
  }
  rmSync(file, { force: true }); // of a killed process
  writeFileSync(file, String(process.pid), { flag: "wx", mode: 0o600 });
  return () => {
    if (Number(readText(file)) === process.pid) rmSync(file);
  };
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
