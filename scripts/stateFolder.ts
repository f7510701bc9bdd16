import { existsSync, renameSync } from "node:fs";
import { join, resolve } from "node:path";

export const root = join(import.meta.dirname, "..");

/** Data, logs and run.json. */
export const stateFolder = resolve(root, process.env["PORTICO_STATE_DIR"] ?? ".portico");

/** The folder of a devnet's chains, keys and database; a folder under its former name, `pocket`, is moved there. */
export function findDevnetFolder(parent: string): string {
  const folder = join(parent, "devnet");
  const former = join(parent, "pocket");
  if (existsSync(former) && !existsSync(folder)) renameSync(former, folder);
  return folder;
}
