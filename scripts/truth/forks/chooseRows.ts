import { listRows, type CatalogueRow } from "@portico/protocols";
import type { ForkScene } from "./forkScene.ts";

export interface ChosenRow {
  readonly row: CatalogueRow;
  /** Whether the catalogue has it as it is. Others are to be added as an operator's. */
  readonly isOwn: boolean;
}

/**
 * The first two protocols that only this family reads and that its scene can install: of Ethereum, else of other
 * chains, moved to Ethereum.
 */
export function chooseRows({ family, accepts = () => true, reduce = (row) => row }: ForkScene): ChosenRow[] {
  const protocols = [...Map.groupBy(listRows(), ({ id }) => id).values()];
  const rows = protocols.filter((own) => own.length === 1).flatMap(([row]) => (row!.family === family ? [row!] : []));
  const chosen: ChosenRow[] = [];
  const taken = new Set<string>();
  for (const row of [...rows.filter(isOnEthereum), ...rows.filter((one) => !isOnEthereum(one))]) {
    const reduced = moveToEthereum(reduce(row));
    const addresses = Object.values(reduced.addresses);
    if (!accepts(reduced) || addresses.some((at) => Array.isArray(at) || taken.has(String(at)))) continue;
    for (const address of addresses) taken.add(String(address));
    chosen.push({ row: reduced, isOwn: reduced === row });
    if (chosen.length === 2) break;
  }
  return chosen;
}

const isOnEthereum = ({ chain }: CatalogueRow): boolean => chain === "eth";

const moveToEthereum = (row: CatalogueRow): CatalogueRow =>
  isOnEthereum(row) ? row : { ...row, id: row.id.replaceAll("_", ""), chain: "eth" };
