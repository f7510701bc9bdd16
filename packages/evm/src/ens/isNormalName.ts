import { ens_normalize } from "@adraffy/ens-normalize"; // what viem/ens uses, which takes a tenth of a second to load

/** As long as a name in a DNS packet may be; what is longer isn't shown anywhere. */
const LONGEST = 255;

/** A name as ENSIP-15 writes it; undefined for what can't be one. */
export function findNormalName(name: string): string | undefined {
  if (name === "" || name.length > LONGEST || name.split(".").includes("")) return undefined;
  try {
    return ens_normalize(name);
  } catch {
    return undefined;
  }
}

/** Whether a name stands as ENSIP-15 would write it: else two names could look the same. */
export const isNormalName = (name: string): boolean => findNormalName(name) === name;
