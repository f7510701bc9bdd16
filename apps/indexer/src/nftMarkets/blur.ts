import { NATIVE_TOKEN } from "@portico/evm";
import { numberToHex, parseAbiItem } from "viem";
import { marketEvent, toPayToken } from "./marketEvent.ts";
import type { MarketEvent, ReportedOrder } from "./marketEvent.ts";

const ADDRESS_BITS = 160n;
const SIDE_BITS = 248n;
const BYTE_BITS = 8n;

interface Packed {
  /** From the lowest bit: the maker, an index of one byte, the token id. */
  tokenIdListingIndexTrader: bigint;
  /** From the lowest bit: the collection, the price in wei of 11 bytes, 0 for a listing and 1 for a bid. */
  collectionPriceSide: bigint;
}

/** Blur's first and second exchange. Bids of the second are paid from its pool of the native coin. */
export const blurEvents: readonly MarketEvent[] = [
  marketEvent(
    "blur",
    parseAbiItem([
      "event OrdersMatched(address indexed maker, address indexed taker, Order sell, bytes32 sellHash, Order buy, bytes32 buyHash)",
      "struct Order { address trader; uint8 side; address matchingPolicy; address collection; uint256 tokenId; uint256 amount; address paymentToken; uint256 price; uint256 listingTime; uint256 expirationTime; Fee[] fees; uint256 salt; bytes extraParams; }",
      "struct Fee { uint16 rate; address recipient; }",
    ]),
    ({ sell, buy }) =>
      sell.price !== buy.price || sell.paymentToken !== buy.paymentToken
        ? undefined
        : {
            items: [{ contract: sell.collection, tokenId: sell.tokenId, rawAmount: sell.amount }],
            seller: sell.trader,
            buyer: buy.trader,
            payToken: toPayToken(sell.paymentToken),
            rawAmount: sell.price,
          },
  ),
  marketEvent(
    "blur2",
    parseAbiItem(
      "event Execution721Packed(bytes32 orderHash, uint256 tokenIdListingIndexTrader, uint256 collectionPriceSide)",
    ),
    toPackedOrder,
  ),
  marketEvent(
    "blur2",
    parseAbiItem(
      "event Execution721MakerFeePacked(bytes32 orderHash, uint256 tokenIdListingIndexTrader, uint256 collectionPriceSide, uint256 makerFeeRecipientRate)",
    ),
    toPackedOrder,
  ),
];

function toPackedOrder({ tokenIdListingIndexTrader, collectionPriceSide }: Packed): ReportedOrder {
  const maker = toAddress(tokenIdListingIndexTrader);
  const isBid = collectionPriceSide >> SIDE_BITS === 1n;
  const tokenId = tokenIdListingIndexTrader >> (ADDRESS_BITS + BYTE_BITS);
  return {
    items: [{ contract: toAddress(collectionPriceSide), tokenId, rawAmount: 1n }],
    seller: isBid ? undefined : maker,
    buyer: isBid ? maker : undefined,
    payToken: NATIVE_TOKEN,
    rawAmount: BigInt.asUintN(Number(SIDE_BITS - ADDRESS_BITS), collectionPriceSide >> ADDRESS_BITS),
  };
}

const toAddress = (word: bigint) => numberToHex(BigInt.asUintN(Number(ADDRESS_BITS), word), { size: 20 });
