import type { Address, Hex } from "viem";
import { toFunctionSelector } from "viem";
import { callMany } from "../callMany.ts";
import { readAtBlock } from "../pinnedBlock.ts";
import type { PinnedBlock } from "../pinnedBlock.ts";
import type { Rpc } from "../rpc.ts";
import { findCloneTarget, findEmbeddedTarget } from "./cloneTarget.ts";
import { delegates } from "./delegates.ts";
import { fromWord } from "./word.ts";

export interface Implementation {
  /** Whose code it runs. */
  implementation: Address;
  /** The contract that names it (EIP-1967); null: none. */
  beacon: Address | null;
}

export interface CodeAt {
  address: Address;
  code: Hex;
}

/** @see https://eips.ethereum.org/EIPS/eip-1967 */
const IMPLEMENTATION_SLOT: Hex = "0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc";
const BEACON_SLOT: Hex = "0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50";
/** Safe's `masterCopy`, also of others whose proxy has no other storage before it. */
const FIRST_SLOT: Hex = `0x${"0".repeat(64)}`;
/** Longer code has something else in its first slot, usually an owner. */
const FIRST_SLOT_CODE_MAX = 2_048;
const DELEGATECALL = 0xf4;

/**
 * The contracts whose code these run by DELEGATECALL: clones (EIP-1167), EIP-1967's two slots, and the first slot.
 * @returns in the order of the contracts; null: none.
 * @throws if the node fails.
 */
export async function readImplementations(
  rpc: Rpc,
  contracts: readonly CodeAt[],
  block: PinnedBlock,
): Promise<(Implementation | null)[]> {
  const candidates = await Promise.all(contracts.map((contract) => listCandidates(rpc, contract, block)));
  const beacons = candidates.flatMap((list) => list.flatMap(({ beacon }) => beacon ?? []));
  const targets = await readTargets(rpc, beacons, block);
  return await Promise.all(
    contracts.map(async ({ address }, index) => {
      for (const { implementation, beacon, isProven } of candidates[index]!) {
        const code = implementation ?? targets.get(beacon!);
        if (code === undefined || code === address) continue;
        if (isProven || (await delegates(rpc, address, code, block))) return { implementation: code, beacon };
      }
      return null;
    }),
  );
}

interface Candidate {
  /** null: by its beacon. */
  implementation: Address | null;
  beacon: Address | null;
  /** By the contract's code alone. */
  isProven: boolean;
}

const toCandidate = (implementation: Address | null, isProven = false): Candidate[] =>
  implementation === null ? [] : [{ implementation, beacon: null, isProven }];

async function listCandidates(rpc: Rpc, { address, code }: CodeAt, block: PinnedBlock): Promise<Candidate[]> {
  const bytes = Buffer.from(code.slice(2), "hex");
  if (!bytes.includes(DELEGATECALL)) return [];
  const clone = toCandidate(findCloneTarget(code), true);
  if (clone.length > 0) return clone;
  const slots = [IMPLEMENTATION_SLOT, BEACON_SLOT, ...(bytes.length > FIRST_SLOT_CODE_MAX ? [] : [FIRST_SLOT])];
  const words = await Promise.all(slots.map((slot) => readSlot(rpc, { address, slot }, block)));
  const [implementation, beacon, first] = words.map((word) => fromWord(word));
  return [
    ...toCandidate(findEmbeddedTarget(code)),
    ...toCandidate(implementation ?? null),
    ...toCandidate(beacon ?? null).map((one) => ({ ...one, implementation: null, beacon: one.implementation })),
    ...toCandidate(first ?? null),
  ];
}

const readSlot = (rpc: Rpc, { address, slot }: { address: Address; slot: Hex }, block: PinnedBlock): Promise<Hex> =>
  readAtBlock(rpc, block, (at) => rpc.send<Hex>({ method: "eth_getStorageAt", params: [address, slot, at] }));

const IMPLEMENTATION = toFunctionSelector("implementation()");

/** The implementations that beacons return. */
async function readTargets(
  rpc: Rpc,
  beacons: readonly Address[],
  block: PinnedBlock,
): Promise<ReadonlyMap<Address, Address>> {
  const unique = [...new Set(beacons)];
  const answers = await callMany(
    rpc,
    unique.map((to) => ({ to, data: IMPLEMENTATION })),
    block,
  );
  return new Map(
    unique.flatMap((beacon, index) => {
      const target = fromWord(answers[index] ?? null);
      return target === null ? [] : [[beacon, target] as const];
    }),
  );
}
