import type { Address } from "viem";
import type { ChainTruth } from "./chainTruth.ts";

export interface Holding {
  contract: Address;
  id: bigint;
  amount: bigint;
  isErc1155: boolean;
}

/** The balances of all owners, by `contract id`, of all ids that ever appeared. */
export async function readNfts(
  truth: ChainTruth,
  owners: readonly Address[],
): Promise<ReadonlyMap<Address, ReadonlyMap<string, Holding>>> {
  const holdings = new Map<Address, Map<string, Holding>>(owners.map((owner) => [owner, new Map()]));
  const put = (owner: Address, holding: Holding) =>
    holdings.get(owner)?.set(`${holding.contract} ${holding.id}`, holding);
  for (const { contract, id, owner } of await readErc721(truth))
    put(owner, { contract, id, amount: 1n, isErc1155: false });
  for (const [contract, ids] of truth.history.erc1155) {
    const pairs = owners.flatMap((owner) => [...ids].map((id) => ({ owner, id })));
    const amounts = await truth.read<bigint>(
      "balanceOfId",
      pairs.map(({ owner, id }) => ({ to: contract, args: [owner, id] })),
    );
    for (const [index, { owner, id }] of pairs.entries()) {
      const amount = amounts[index] ?? 0n;
      if (amount > 0n) put(owner, { contract, id, amount, isErc1155: true });
    }
  }
  return holdings;
}

/** All ERC-721 tokens with an owner. */
export async function readErc721(truth: ChainTruth): Promise<{ contract: Address; id: bigint; owner: Address }[]> {
  const nfts = [...truth.history.erc721].flatMap(([contract, ids]) => [...ids].map((id) => ({ contract, id })));
  const owners = await truth.read<Address>(
    "ownerOf",
    nfts.map(({ contract, id }) => ({ to: contract, args: [id] })),
  );
  return nfts.flatMap((nft, index) => {
    const owner = owners[index];
    return owner === undefined ? [] : [{ ...nft, owner: owner.toLowerCase() as Address }];
  });
}
