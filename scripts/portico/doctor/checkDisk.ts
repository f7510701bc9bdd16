import { existsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import type { Shell } from "../shell.ts";
import { formatBytes } from "../formatBytes.ts";
import { broken, type Finding, ok, warn } from "./finding.ts";

const LITTLE_BYTES = 10e9;
const TOO_LITTLE_BYTES = 1e9;

/** Free space of the state folder: the bundled database's data, devnet chains, logs. */
export async function checkDisk({ stateFolder }: Shell): Promise<Finding[]> {
  const { bavail, bsize } = await statfs(findExisting(stateFolder));
  const free = bavail * bsize;
  const text = `${formatBytes(free)} are free for ${stateFolder}`;
  const advice = "free up space, or set PORTICO_STATE_DIR to a folder on another disk";
  if (free < TOO_LITTLE_BYTES) return [broken("disk", text, advice)];
  return [free < LITTLE_BYTES ? warn("disk", text, advice) : ok("disk", text)];
}

const findExisting = (folder: string): string => (existsSync(folder) ? folder : findExisting(dirname(folder)));
