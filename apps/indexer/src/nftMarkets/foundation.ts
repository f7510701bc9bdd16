import type { Address } from "@portico/evm";
import { NATIVE_TOKEN } from "@portico/evm";
import { parseAbiItem } from "viem";
import { marketEvent } from "./marketEvent.ts";
import type { MarketEvent, ReportedOrder } from "./marketEvent.ts";

interface Accepted {
  nftContract: Address;
  tokenId: bigint;
  seller: Address;
  buyer: Address;
  protocolFee: bigint;
  creatorFee: bigint;
  sellerRev: bigint;
}

/** Foundation's market. Its prices are in wei, paid as ether or as its own wrapped form of it. */
export const foundationEvents: readonly MarketEvent[] = [
  marketEvent(
    "foundation",
    parseAbiItem(
      "event BuyPriceAccepted(address indexed nftContract, uint256 indexed tokenId, address indexed seller, address buyer, uint256 protocolFee, uint256 creatorFee, uint256 sellerRev)",
    ),
    toOrder,
  ),
  marketEvent(
    "foundation",
    parseAbiItem(
      "event OfferAccepted(address indexed nftContract, uint256 indexed tokenId, address indexed buyer, address seller, uint256 protocolFee, uint256 creatorFee, uint256 sellerRev)",
    ),
    toOrder,
  ),
];

function toOrder({ nftContract, tokenId, seller, buyer, ...paid }: Accepted): ReportedOrder {
  return {
    items: [{ contract: nftContract, tokenId, rawAmount: 1n }],
    seller,
    buyer,
    payToken: NATIVE_TOKEN,
    rawAmount: paid.protocolFee + paid.creatorFee + paid.sellerRev,
  };
}
