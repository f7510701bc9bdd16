import type { Permission } from "./permission.ts";

/** A transaction that revokes a permission, to be sent by the owner. Its value is 0. */
export interface RevokeCall {
  readonly to: string;
  /** Calldata as hex. */
  readonly data: string;
  /** The call in readable form. */
  readonly signature: string;
}

const ADDRESS = /^0x[0-9a-f]{40}$/;
const isUint256 = (text: string): boolean => /^\d{1,78}$/.test(text) && BigInt(text) < 1n << 256n;
const NOBODY = `0x${"0".repeat(40)}`;

/**
 * The call that revokes a permission; undefined if the response lacks what it needs (a native coin has no contract to
 * call).
 * ERC-20 and ERC-721 approve, setApprovalForAll of both NFT standards, and Permit2's lockdown.
 */
export function revokeCall(permission: Permission): RevokeCall | undefined {
  const { kind, contract, innerId, spender, permit2 } = permission;
  if (!ADDRESS.test(contract) || !ADDRESS.test(spender)) return undefined;
  if (permit2 !== null) return ADDRESS.test(permit2) ? lockdown(permit2, contract, spender) : undefined;
  if (kind === "token") return approve(contract, spender, "0");
  if (kind === "nft") return isUint256(innerId) ? approve(contract, NOBODY, innerId) : undefined;
  return {
    to: contract,
    data: `0xa22cb465${word(spender)}${word("0x0")}`,
    signature: `setApprovalForAll(${spender}, false)`,
  };
}

/** approve(address,uint256): the amount of an ERC-20, or the id of an ERC-721 NFT that is no longer approved. */
const approve = (to: string, spender: string, amount: string): RevokeCall => ({
  to,
  data: `0x095ea7b3${word(spender)}${word(`0x${BigInt(amount).toString(16)}`)}`,
  signature: `approve(${spender}, ${amount})`,
});

/** lockdown((address token, address spender)[]) */
const lockdown = (to: string, token: string, spender: string): RevokeCall => ({
  to,
  data: `0xcc53287f${word("0x20")}${word("0x1")}${word(token)}${word(spender)}`,
  signature: `lockdown([(${token}, ${spender})])`,
});

/** 32 bytes of calldata, without 0x. @param hex - A number or an address, with 0x. */
export const word = (hex: string): string => hex.slice(2).padStart(64, "0");
