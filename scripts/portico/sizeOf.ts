import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** Of all files of a folder, in bytes. */
export const sizeOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
