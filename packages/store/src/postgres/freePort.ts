import { randomInt } from "node:crypto";
import getPort from "get-port";

/**
 * A port of this computer that is free now, and stays so until it is used: it is below those that systems give to clients, and to
 * servers that ask for any.
 */
export const freePort = (): Promise<number> =>
  getPort({ port: Array.from({ length: 20 }, () => randomInt(20_000, 32_000)) });
