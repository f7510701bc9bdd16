import { join } from "node:path";

/** Node's compile cache: a process starts in two thirds of the time. */
export const compileCache = join(import.meta.dirname, "../node_modules/.cache/node-compile");
