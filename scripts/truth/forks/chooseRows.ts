import { listRows, type CatalogueRow } from "@portico/protocols";
import type { ForkScene } from "./forkScene.ts";

export interface ChosenRow {
  readonly row: CatalogueRow;
  /** Whether the catalogue has it as it is. Others are to be added as an operator's. */
  readonly isOwn: boolean;
}

/**
 * The first protocols that only this family reads and that its scene can install: of Ethereum, else of other chains,
 * moved to Ethereum, else its rows of protocols that other families read too, as protocols of their own.
 */
export function chooseRows({ family, accepts = () => true, reduce = (row) => row }: ForkScene, count = 2): ChosenRow[] {
  const protocols = [...Map.groupBy(listRows(), ({ id }) => id).values()];
  const own = protocols.map((rows) => ({
    rows: rows.filter((row) => row.family === family),
    isShared: rows.length > 1,
  }));
  const rows = own.flatMap((one) => (one.isShared ? [] : one.rows));
  const shared = own.flatMap((one) => (one.isShared ? one.rows.map((row) => ({ ...row, id: row.id + family })) : []));
  const chosen: ChosenRow[] = [];
  const taken = new Set<string>();
  for (const row of [...rows.filter(isOnEthereum), ...rows.filter((one) => !isOnEthereum(one)), ...shared]) {
    const reduced = moveToEthereum(reduce(row));
    const addresses = Object.values(reduced.addresses);
    if (!accepts(reduced) || addresses.some((at) => Array.isArray(at) || taken.has(String(at)))) continue;
    for (const address of addresses) taken.add(String(address));
    chosen.push({ row: reduced, isOwn: rows.includes(reduced) });
    if (chosen.length === count) break;
  }
  return chosen;
}

const isOnEthereum = ({ chain }: CatalogueRow): boolean => chain === "eth";

const moveToEthereum = (row: CatalogueRow): CatalogueRow =>
  isOnEthereum(row) ? row : { ...row, id: row.id.replaceAll("_", ""), chain: "eth" };
