import { NATIVE_TOKEN, type Address } from "@portico/evm";
import {
  describeNftContracts,
  ensureNfts,
  insertSales,
  writeNftBalances,
  writeNftOutcomes,
  type NftKey,
  type Store,
} from "@portico/store";
import { ALICE, BASE_HEAD, ETH_HEAD, MAX_UINT256, USDC, WETH } from "./fillStore.ts";

export const APES: Address = "0xbc4ca0eda7647a8ab7c2061c2e118a18a936f13d";
export const ITEMS: Address = "0x495f947276749ce646f68ac8c248420045cb7b5e";
export const SPAM: Address = "0x0000000000000000000000000000000000000bad";
/** A token without a price, in which an ape was sold. */
export const UNPRICED: Address = "0x00000000000000000000000000000000000bad03";

const ape = (tokenId: bigint): NftKey => ({ owner: ALICE, contract: APES, tokenId, isErc1155: false });
const item = (tokenId: bigint): NftKey => ({ owner: ALICE, contract: ITEMS, tokenId, isErc1155: true });
const spam: NftKey = { owner: ALICE, contract: SPAM, tokenId: 1n, isErc1155: false };
const hash = `0x${"11".repeat(32)}` as const;
const sold = { blockNumber: 9n, txHash: hash, timeAt: 900 };

/** Alice's NFTs on three chains, with the metadata and sales of some of them. */
export async function fillNfts(db: Store): Promise<void> {
  const block = ETH_HEAD.blockNumber;
  await writeNftBalances(db, "eth", block, [
    { ...ape(10n), rawAmount: 1n },
    { ...ape(9n), rawAmount: 1n },
    { ...ape(3n), rawAmount: 0n },
    { ...ape(8n), owner: USDC, rawAmount: 1n },
    { ...item(MAX_UINT256), rawAmount: 12n },
    { ...spam, rawAmount: 1n },
  ]);
  await writeNftBalances(db, "base", BASE_HEAD.blockNumber, [{ ...ape(1n), rawAmount: 1n }]);
  await writeNftBalances(db, "arb", 7n, [{ ...ape(1n), rawAmount: 1n }]);
  const fields = { symbol: "X", isErc1155: false };
  await describeNftContracts(db, "eth", block, [
    { ...fields, address: APES, name: "BoredApeYachtClub" },
    { ...fields, address: ITEMS, name: null, isErc1155: true },
  ]);
  await db
    .updateTable("nft_contract")
    .set({ is_verified: true, is_core: true })
    .where("name", "is not", null)
    .execute();
  await ensureNfts(db, "eth", [ape(9n), ape(10n)]);
  const metadata = {
    name: "<b>Ape</b>",
    description: "an ape",
    contentType: "image_url",
    content: "ipfs://Qm",
    thumbnailUrl: null,
  };
  const attributes = [{ trait_type: "Fur", value: { malformed: [1, null] } }];
  await writeNftOutcomes(db, "eth", [{ ...ape(9n), uri: "x", kind: "fetched", metadata: { ...metadata, attributes } }]);
  const sale = { contract: APES, payToken: WETH, rawAmount: 1_500_000_000_000_000_000n };
  await insertSales(db, "eth", [
    { ...sale, ...sold, tokenId: 9n, position: 1n, payToken: USDC, rawAmount: 1n },
    { ...sale, ...sold, tokenId: 9n, position: 2n },
    { ...sale, ...sold, tokenId: 10n, position: 3n, payToken: UNPRICED },
    { ...sale, ...sold, contract: ITEMS, tokenId: MAX_UINT256, position: 4n, payToken: NATIVE_TOKEN },
  ]);
}
