import type { Address, Hex } from "viem";

/**
 * Codes that do nothing but run other code, up to what may be appended to them. No storage is involved, so they need no
 * proof. @see https://eips.ethereum.org/EIPS/eip-1167, https://eips.ethereum.org/EIPS/eip-7511
 */
const CLONES = [
  /^0x363d3d373d3d3d363d73([0-9a-f]{40})5af43d82803e903d91602b57fd5bf3/i,
  /^0x365f5f375f5f365f73([0-9a-f]{40})5af43d5f5f3e5f3d91602a57fd5bf3/i,
];

/** The code that a clone runs, lower-case; null if it isn't one. */
export function findCloneTarget(code: Hex): Address | null {
  const found = CLONES.map((clone) => clone.exec(code)?.[1]).find((target) => target !== undefined);
  return found === undefined ? null : `0x${found.toLowerCase()}`;
}

/** Digits of the code, at most. */
const SHORT_MAX = 2 + 2 * 512;

/** An address that a short code seems to delegate to, whatever surrounds that; null: none. */
export function findEmbeddedTarget(code: Hex): Address | null {
  if (code.length > SHORT_MAX) return null;
  const [, target] = /73([0-9a-f]{40})5af4/i.exec(code) ?? [];
  return target === undefined ? null : `0x${target.toLowerCase()}`;
}
