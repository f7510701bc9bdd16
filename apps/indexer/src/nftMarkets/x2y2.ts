import type { Address, Hex } from "@portico/evm";
import { decodeAbiParameters, parseAbiItem, parseAbiParameters } from "viem";
import { marketEvent, toPayToken } from "./marketEvent.ts";
import type { OrderedNft } from "./filledOrder.ts";
import type { MarketEvent } from "./marketEvent.ts";

/** Of `detail.op`: a listing, a bid and an auction were completed. Of `delegateType`: the NFTs are of ERC-1155. */
const [SELL, BUY, AUCTION] = [1, 2, 5];
const ERC1155 = 2n;

/**
 * X2Y2's market. A bid for any NFT of a collection names it by a mask over its data, and is not read. Source of the
 * numbers and of the encoding of items: @x2y2-io/sdk 0.3.3 (MIT).
 */
export const x2y2Events: readonly MarketEvent[] = [
  marketEvent(
    "x2y2",
    parseAbiItem([
      "event EvInventory(bytes32 indexed itemHash, address maker, address taker, uint256 orderSalt, uint256 settleSalt, uint256 intent, uint256 delegateType, uint256 deadline, address currency, bytes dataMask, Item item, Detail detail)",
      "struct Item { uint256 price; bytes data; }",
      "struct Detail { uint8 op; uint256 orderIdx; uint256 itemIdx; uint256 price; bytes32 itemHash; address executionDelegate; bytes dataReplacement; uint256 bidIncentivePct; uint256 aucMinIncrementPct; uint256 aucIncDurationSecs; Fee[] fees; }",
      "struct Fee { uint256 percentage; address to; }",
    ]),
    ({ maker, taker, currency, delegateType, dataMask, item, detail }) => {
      const isBid = detail.op === BUY;
      if ((!isBid && detail.op !== SELL && detail.op !== AUCTION) || dataMask !== "0x") return undefined;
      return {
        items: readItems(item.data, delegateType === ERC1155),
        seller: isBid ? taker : maker,
        buyer: isBid ? maker : taker,
        payToken: toPayToken(currency),
        rawAmount: detail.price,
      };
    },
  ),
];

const ITEMS_721 = parseAbiParameters(["Item[] items", "struct Item { address token; uint256 tokenId; }"]);
const ITEMS_1155 = parseAbiParameters([
  "Item[] items",
  "struct Item { address token; uint256 tokenId; uint256 amount; }",
]);

const readItems = (data: Hex, isErc1155: boolean): OrderedNft[] =>
  isErc1155
    ? decodeAbiParameters(ITEMS_1155, data)[0].map(({ token, tokenId, amount }) => toItem(token, tokenId, amount))
    : decodeAbiParameters(ITEMS_721, data)[0].map(({ token, tokenId }) => toItem(token, tokenId, 1n));

const toItem = (contract: Address, tokenId: bigint, rawAmount: bigint): OrderedNft => ({
  contract,
  tokenId,
  rawAmount,
});
