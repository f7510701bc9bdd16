import { chmodSync, existsSync, mkdirSync } from "node:fs";
import { basename } from "node:path";

/**
 * Makes a folder that only its owner can list and write, or makes one that is there so.
 * @param isPassable - Whether others may reach what they know the path of: for root, the user that its PostgreSQL runs as.
 */
export function makePrivateFolder(folder: string, { isPassable = false } = {}): void {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, isPassable && process.getuid?.() === 0 ? 0o711 : 0o700);
}

/** The state folder: private when it is made now, or is ours by its name. One that PORTICO_STATE_DIR names may have other uses. */
export function makeStateFolder(folder: string): void {
  if (!existsSync(folder) || basename(folder) === ".portico") makePrivateFolder(folder, { isPassable: true });
}
