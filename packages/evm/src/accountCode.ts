import type { Hex } from "viem";

/** EIP-7702: the account is its owner's, whatever code it runs. */
const DELEGATION = /^0xef0100[0-9a-f]{40}$/i;

/** @param code - Of an account. @returns whether the account is a contract: an account that delegates to one is none. */
export const isContractCode = (code: Hex): boolean => code !== "0x" && !DELEGATION.test(code);
