import { chmodSync, existsSync, mkdirSync } from "node:fs";
import { basename } from "node:path";

/**
 * Creates a folder that only its owner can list and write, or restricts an existing one.
 * @param isPassable - Whether other users may access paths in it that they know: for root, the user that its PostgreSQL
 * runs as.
 */
export function makePrivateFolder(folder: string, { isPassable = false } = {}): void {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, isPassable && process.getuid?.() === 0 ? 0o711 : 0o700);
}

/**
 * The state folder: private if it is created now or has our default name. A folder named by PORTICO_STATE_DIR may have
 * other uses.
 */
export function makeStateFolder(folder: string): void {
  if (!existsSync(folder) || basename(folder) === ".portico") makePrivateFolder(folder, { isPassable: true });
}
