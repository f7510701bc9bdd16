import { randomInt } from "node:crypto";
import getPort from "get-port";

/** A free port of this computer, which stays free until it is used: it is below the ephemeral range. */
export const freePort = (): Promise<number> =>
  getPort({ port: Array.from({ length: 20 }, () => randomInt(20_000, 32_000)) });
