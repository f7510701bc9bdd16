import { normalize } from "viem/ens";

/** As long as a name in a DNS packet may be; what is longer isn't shown anywhere. */
const LONGEST = 255;

/** A name as ENSIP-15 writes it; undefined for what can't be one. */
export function findNormalName(name: string): string | undefined {
  if (name === "" || name.length > LONGEST || name.split(".").includes("")) return undefined;
  try {
    return normalize(name);
  } catch {
    return undefined;
  }
}

/** Whether a name stands as ENSIP-15 would write it: else two names could look the same. */
export const isNormalName = (name: string): boolean => findNormalName(name) === name;
