import { normalize } from "viem/ens";

/** As long as a name in a DNS packet may be; what is longer isn't shown anywhere. */
const LONGEST = 255;

/** Whether a name stands as ENSIP-15 would write it: else two names could look the same. */
export function isNormalName(name: string): boolean {
  if (name === "" || name.length > LONGEST || name.split(".").includes("")) return false;
  try {
    return normalize(name) === name;
  } catch {
    return false;
  }
}
