import { type Address, listContracts, type Store } from "@portico/store";
import type { ContractFacts } from "../../facts.ts";

export async function findContractFacts(db: Store, chain: string, address: string): Promise<ContractFacts | undefined> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the route has checked its form
  const [found] = await listContracts(db, chain, [address as Address]);
  if (found === undefined) return undefined;
  const { creator, txHash, blockNumber, timeAt } = found;
  return { creator, tx_id: txHash, block_height: Number(blockNumber), time_at: timeAt };
}
