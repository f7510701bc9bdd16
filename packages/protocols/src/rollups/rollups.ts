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

/** The bridge of a rollup that a contract belongs to; undefined if it is none, or serves several chains. */
export function findRollupSide(chain: string, address: Address): RollupSide | undefined {
  const ends = rollups.filter(({ rollup, parent }) => rollup === chain || parent === chain);
  if (ends.length === 0) return undefined;
  const name = nameContract(chain, address);
  const key = name === undefined || name.kind !== "contract" ? undefined : toProtocolKey(name.id);
  const found = ends.find((row) => {
    const listed = row.parent === chain ? row.parentContracts : row.rollupContracts;
    if (listed?.includes(address) === true) return true;
    return key !== undefined && row.protocol === key && row.others?.includes(address) !== true;
  });
  return found && { rollup: found.rollup, otherChain: found.parent === chain ? found.rollup : found.parent };
}

/** The chain that a rollup's own bridges lead to; undefined if it is none of the table's. */
export const findParentChain = (rollup: string): string | undefined =>
  rollups.find((row) => row.rollup === rollup)?.parent;
