import { NATIVE_TOKEN } from "@portico/evm";
import { parseAbiItem } from "viem";
import { marketEvent } from "./marketEvent.ts";
import type { MarketEvent } from "./marketEvent.ts";

/**
 * OpenSea's exchange before Seaport. The maker is the seller of a listing and the buyer of a bid; what was sold, and the
 * currency of the price, are in the calldata only.
 */
export const wyvernEvents: readonly MarketEvent[] = [
  marketEvent(
    "wyvern",
    parseAbiItem(
      "event OrdersMatched(bytes32 buyHash, bytes32 sellHash, address indexed maker, address indexed taker, uint256 price, bytes32 indexed metadata)",
    ),
    ({ maker, taker, price }) => ({
      items: undefined,
      seller: maker,
      buyer: taker,
      payToken: NATIVE_TOKEN,
      rawAmount: price,
    }),
  ),
];
