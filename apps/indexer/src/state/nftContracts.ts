import { readNftContractMetadata } from "@portico/evm";
import { describeNftContracts, listContractsToDescribe } from "@portico/store";
import type { BlockRef, NftKey, Store } from "@portico/store";
import type { ChangedState } from "../chain/changes.ts";
import type { ChainWork } from "../chain/chainWork.ts";

/** Contracts that are described again at once, in addition to those of the keys. */
const MORE = 500;

/**
 * Describes the contracts of these NFTs that are new, and those whose code the range replaced. A contract that does not
 * report its standard has that of its events.
 */
export async function readNftContracts(
  { db, chain, rpc }: ChainWork,
  head: BlockRef,
  keys: readonly NftKey[],
  range: ChangedState | undefined,
): Promise<{ store(tx: Store): Promise<void> }> {
  const spoken = new Map(keys.map(({ contract, isErc1155 }) => [contract, isErc1155]));
  const upgraded = [...(range?.upgraded ?? [])];
  const contracts = await listContractsToDescribe(db, chain.slug, {
    addresses: [...spoken.keys()],
    upgraded,
    more: MORE,
  });
  const addresses = contracts.map(({ address }) => address);
  const metadata = await readNftContractMetadata(rpc, addresses, head);
  const described = contracts.map(({ address, isErc1155 }, index) => {
    const { name = null, symbol = null, isErc1155: isDeclared = null } = metadata[index] ?? {};
    return { address, name, symbol, isErc1155: isDeclared ?? spoken.get(address) ?? isErc1155 ?? false };
  });
  return { store: (tx) => describeNftContracts(tx, chain.slug, head.blockNumber, described) };
}
