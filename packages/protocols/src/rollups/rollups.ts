import type { Address } from "@portico/evm";
import { nameContract } from "../contractNames/contractNames.ts";
import { toProtocolKey } from "../contractNames/protocolUse.ts";
import rows from "./rollups.json" with { type: "json" };

/** A chain with a bridge of its own to the chain that it settles on, or is a side chain of. */
interface Rollup {
  rollup: string;
  parent: string;
  /** Key of the protocol whose contracts are its bridge, on both chains. */
  protocol?: string;
  parentContracts?: readonly string[];
  rollupContracts?: readonly string[];
  /** Contracts of the protocol that serve another chain. */
  others?: readonly string[];
  sources: readonly string[];
}

const rollups: readonly Rollup[] = rows;

export interface RollupSide {
  rollup: string;
  /** The chain at the other end of the bridge. */
  otherChain: string;
}

const ends = rollups.flatMap(({ rollup, parent, protocol, parentContracts, rollupContracts, others = [] }) => [
  { chain: parent, contracts: parentContracts ?? [], protocol, others, side: { rollup, otherChain: rollup } },
  { chain: rollup, contracts: rollupContracts ?? [], protocol, others: [], side: { rollup, otherChain: parent } },
]);
const byContract = new Map<string, RollupSide>(
  ends.flatMap(({ chain, contracts, side }) => contracts.map((address) => [`${chain} ${address}`, side] as const)),
);
const byProtocol = new Map<string, RollupSide>(
  ends.flatMap(({ chain, protocol, side }) =>
    protocol === undefined ? [] : [[`${chain} ${protocol}`, side] as const],
  ),
);
const excluded = new Set(ends.flatMap(({ chain, others }) => others.map((address) => `${chain} ${address}`)));

/** The bridge of a rollup that a contract belongs to; undefined if it is none, or serves several chains. */
export function findRollupSide(chain: string, address: Address): RollupSide | undefined {
  const key = `${chain} ${address}`;
  const listed = byContract.get(key);
  if (listed !== undefined || excluded.has(key)) return listed;
  const name = nameContract(chain, address);
  return name?.kind === "contract" ? byProtocol.get(`${chain} ${toProtocolKey(name.id)}`) : undefined;
}

/** The chain that a rollup's own bridges lead to; undefined if it is none of the table's. */
export const findParentChain = (rollup: string): string | undefined =>
  rollups.find((row) => row.rollup === rollup)?.parent;
