import { hash } from "node:crypto";

/** A number from 0 to 1 (exclusive), the same for the same seed and name. */
export const draw = (seed: string, name: string): number =>
  Number.parseInt(hash("sha256", `${seed}:${name}`).slice(0, 8), 16) / 2 ** 32;

/** Up to 64 hexadecimal digits, the same for the same seed and name. */
export const drawHex = (seed: string, name: string, length: number): string =>
  hash("sha256", `${seed}:${name}`).slice(0, length);
