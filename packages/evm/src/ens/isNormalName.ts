import { ens_normalize } from "@adraffy/ens-normalize"; // viem/ens uses this, but takes a tenth of a second to load

/** Maximum length of a name in DNS; longer ones are shown nowhere. */
const LONGEST = 255;

/** A name in ENSIP-15 normal form; undefined for an invalid name. */
export function findNormalName(name: string): string | undefined {
  if (name === "" || name.length > LONGEST || name.split(".").includes("")) return undefined;
  try {
    return ens_normalize(name);
  } catch {
    return undefined;
  }
}

/** Whether a name is in ENSIP-15 normal form: otherwise two names could look the same. */
export const isNormalName = (name: string): boolean => findNormalName(name) === name;
