import { join, resolve } from "node:path";

export const root = join(import.meta.dirname, "..");

/** Data, logs and run.json. */
export const stateFolder = resolve(root, process.env["PORTICO_STATE_DIR"] ?? ".portico");
