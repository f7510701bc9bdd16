import type { Address, Hex } from "viem";

/**
 * State overrides of a call, by address. @see
 * https://geth.ethereum.org/docs/interacting-with-geth/rpc/objects#state-override-set
 */
export type StateOverrides = Record<Address, AccountOverride>;

export interface AccountOverride {
  balance?: Hex;
  nonce?: Hex;
  code?: Hex;
  /** Changed slots; others stay. */
  stateDiff?: Record<Hex, Hex>;
}

/** Result of the prestate tracer in diff mode: of each account only the changes. */
export interface StateDiff {
  pre: Record<Address, TracedAccount>;
  post: Record<Address, TracedAccount>;
}

interface TracedAccount {
  balance?: Hex;
  nonce?: Hex | number;
  code?: Hex;
  storage?: Record<Hex, Hex>;
}

const ZERO: Hex = `0x${"0".repeat(64)}`;

/** The state after a transaction, as overrides. A slot that is missing afterwards is zero. */
export function addDiff(overrides: StateOverrides, { pre, post }: StateDiff): StateOverrides {
  const added: StateOverrides = { ...overrides };
  for (const [address, account] of Object.entries(post) as [Address, TracedAccount][]) {
    const cleared = Object.keys(pre[address]?.storage ?? {}).map((slot): [string, Hex] => [slot, ZERO]);
    const slots = { ...Object.fromEntries(cleared), ...account.storage };
    const known = added[address];
    added[address] = {
      ...known,
      ...(account.balance !== undefined && { balance: account.balance }),
      ...(account.nonce !== undefined && { nonce: toHex(account.nonce) }),
      ...(account.code !== undefined && { code: account.code }),
      ...(Object.keys(slots).length > 0 && { stateDiff: { ...known?.stateDiff, ...slots } }),
    };
  }
  return added;
}

/** Merges both; the second wins for parts that both set. */
export function mergeOverrides(first: StateOverrides, second: StateOverrides): StateOverrides {
  const merged: StateOverrides = { ...first };
  for (const [address, account] of Object.entries(second) as [Address, AccountOverride][])
    merged[address] = { ...first[address], ...account };
  return merged;
}

/** Geth writes nonces as numbers here. */
const toHex = (nonce: Hex | number): Hex => `0x${BigInt(nonce).toString(16)}`;
