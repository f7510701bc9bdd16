import { randomBytes } from "node:crypto";
import { hostname } from "node:os";

/** Distinguishes processes, even those that reuse a process id: `machine/4711/9f86d081`. */
export const createHolderId = (): string =>
  `${hostname()
    .replaceAll(/[^\w.-]/g, "")
    .slice(0, 24)}/${process.pid}/${randomBytes(4).toString("hex")}`;
