import { installApart } from "@portico/scripts/installApart";
import { PACKAGES, type PonderVersion } from "./ponderApp.ts";

/** Installs Ponder into a separate folder. */
export const installPonder = (version: PonderVersion, log: (line: string) => void): Promise<string> =>
  installApart(`ponder-${version}`, PACKAGES[version], log);
