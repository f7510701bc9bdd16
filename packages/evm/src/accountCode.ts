import type { Address, Hex } from "viem";

/** EIP-7702: the account is its owner's, whatever code it runs. */
const DELEGATION = /^0xef0100([0-9a-f]{40})$/i;

/** @param code - Of an account. @returns whether the account is a contract: an account that delegates to one is none. */
export const isContractCode = (code: Hex): boolean => code !== "0x" && findDelegate(code) === undefined;

/** The contract whose code an account runs by EIP-7702, lower-case; undefined: none. @param code - Of the account. */
export function findDelegate(code: Hex): Address | undefined {
  const [, delegate] = DELEGATION.exec(code) ?? [];
  return delegate === undefined ? undefined : `0x${delegate.toLowerCase()}`;
}
