import type { Address } from "viem";

export interface Approval {
  token: Address;
  spender: Address;
}

/** The ERC-20 approvals that stand, by owner. */
export interface Approvals {
  list(owner: Address): readonly Approval[];
  has(owner: Address, approval: Approval): boolean;
  add(owner: Address, approval: Approval): void;
  remove(owner: Address, approval: Approval): void;
}

export function createApprovals(): Approvals {
  const byOwner = new Map<Address, Approval[]>();
  const list = (owner: Address) => byOwner.get(owner) ?? [];
  const isSame = (a: Approval) => (b: Approval) => a.token === b.token && a.spender === b.spender;
  return {
    list,
    has: (owner, approval) => list(owner).some(isSame(approval)),
    add: (owner, approval) => void byOwner.set(owner, [...list(owner), approval]),
    remove: (owner, approval) =>
      void byOwner.set(
        owner,
        list(owner).filter((other) => !isSame(approval)(other)),
      ),
  };
}
