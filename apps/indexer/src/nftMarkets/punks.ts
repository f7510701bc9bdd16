import { NATIVE_TOKEN, ZERO_ADDRESS } from "@portico/evm";
import { parseAbiItem } from "viem";
import { marketEvent } from "./marketEvent.ts";
import type { MarketEvent } from "./marketEvent.ts";

/**
 * CryptoPunks are sold by their own contract, for ether that the seller withdraws later. Of an accepted bid it reports a
 * value of 0, which is no price, and no buyer.
 */
export const punkEvents: readonly MarketEvent[] = [
  marketEvent(
    "punks",
    parseAbiItem(
      "event PunkBought(uint256 indexed punkIndex, uint256 value, address indexed fromAddress, address indexed toAddress)",
    ),
    ({ punkIndex, value, fromAddress, toAddress }, market) => ({
      items: [{ contract: market, tokenId: punkIndex, rawAmount: 1n }],
      seller: fromAddress,
      buyer: toAddress === ZERO_ADDRESS ? undefined : toAddress,
      payToken: NATIVE_TOKEN,
      rawAmount: value,
    }),
  ),
];
