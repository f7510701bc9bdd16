import type { Address } from "viem";

export interface ApprovalKey {
  token: Address;
  spender: Address;
}

export interface Approval extends ApprovalKey {
  /** Base units that may still be spent, at least. */
  left: bigint;
  /** Block of its last change: one per block, because transactions of different users may be mined in another order. */
  lastUsedAt: number;
}

/** Active ERC-20 approvals, by owner. */
export interface Approvals {
  list(owner: Address): readonly Approval[];
  find(owner: Address, key: ApprovalKey): Approval | undefined;
  /** Replaces an existing one. */
  set(owner: Address, approval: Approval): void;
  remove(owner: Address, key: ApprovalKey): void;
}

export function createApprovals(): Approvals {
  const byOwner = new Map<Address, Approval[]>();
  const list = (owner: Address) => byOwner.get(owner) ?? [];
  const isSame = (a: ApprovalKey) => (b: ApprovalKey) => a.token === b.token && a.spender === b.spender;
  const listOthers = (owner: Address, key: ApprovalKey) => list(owner).filter((other) => !isSame(key)(other));
  return {
    list,
    find: (owner, key) => list(owner).find(isSame(key)),
    set: (owner, approval) => void byOwner.set(owner, [...listOthers(owner, approval), approval]),
    remove: (owner, key) => void byOwner.set(owner, listOthers(owner, key)),
  };
}
