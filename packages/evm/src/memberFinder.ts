import { equals, quoted, scanObject, skipValue } from "./jsonBytes.ts";
import type { JsonBytes, MemberVisitor } from "./jsonBytes.ts";

/** Finds certain members of JSON objects: one finder for all objects of a kind, because there may be many. */
export interface MemberFinder {
  /** Position of each name's value, in their order, in the last object; 0: missing. */
  readonly found: Int32Array;
  /** @returns the end of the object. */
  find(json: JsonBytes, at: number): number;
}

interface Wanted {
  name: Uint8Array;
  index: number;
  read: ((json: JsonBytes, at: number) => number) | undefined;
}

/** @param readers - Read a value while scanning, and return its end; other values are skipped. */
export function createMemberFinder<const Name extends string>(
  names: readonly Name[],
  readers: { readonly [N in Name]?: (json: JsonBytes, at: number) => number } = {},
): MemberFinder {
  const byLetter = Array.from({ length: 256 }, (): Wanted[] => []);
  for (const [index, name] of names.entries()) {
    byLetter[name.codePointAt(0)!]!.push({ name: quoted(name), index, read: readers[name] });
  }
  const found = new Int32Array(names.length);
  const visit: MemberVisitor = (nameAt, valueAt, json) => {
    const candidates = byLetter[json[nameAt + 1]!]!;
    for (let at = 0; at < candidates.length; at++) {
      const { name, index, read } = candidates[at]!;
      if (!equals(json, nameAt, name)) continue;
      found[index] = valueAt;
      return read === undefined ? skipValue(json, valueAt) : read(json, valueAt);
    }
    return skipValue(json, valueAt);
  };
  return {
    found,
    find(json, at) {
      found.fill(0);
      return scanObject(json, at, visit);
    },
  };
}
