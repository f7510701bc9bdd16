import { installApart } from "../../installApart.ts";
import { PACKAGES, type PonderVersion } from "./ponderApp.ts";

/** Ponder in a folder of its own. */
export const installPonder = (version: PonderVersion, log: (line: string) => void): Promise<string> =>
  installApart(`ponder-${version}`, PACKAGES[version], log);
