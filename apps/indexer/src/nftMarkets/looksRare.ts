import type { Address } from "@portico/evm";
import { parseAbiItem } from "viem";
import { marketEvent, toPayToken } from "./marketEvent.ts";
import type { MarketEvent, ReportedOrder } from "./marketEvent.ts";

interface Taken {
  taker: Address;
  maker: Address;
  currency: Address;
  collection: Address;
  tokenId: bigint;
  amount: bigint;
  price: bigint;
}

interface Traded {
  currency: Address;
  collection: Address;
  itemIds: readonly bigint[];
  amounts: readonly bigint[];
  /** Of the seller, the creator and the protocol. */
  feeAmounts: readonly bigint[];
}

/** LooksRare's first and second exchange. A TakerBid accepts a listing, a TakerAsk a bid. */
export const looksRareEvents: readonly MarketEvent[] = [
  marketEvent(
    "looksrare",
    parseAbiItem(
      "event TakerBid(bytes32 orderHash, uint256 orderNonce, address indexed taker, address indexed maker, address indexed strategy, address currency, address collection, uint256 tokenId, uint256 amount, uint256 price)",
    ),
    (args) => ({ ...toTaken(args), seller: args.maker, buyer: args.taker }),
  ),
  marketEvent(
    "looksrare",
    parseAbiItem(
      "event TakerAsk(bytes32 orderHash, uint256 orderNonce, address indexed taker, address indexed maker, address indexed strategy, address currency, address collection, uint256 tokenId, uint256 amount, uint256 price)",
    ),
    (args) => ({ ...toTaken(args), seller: args.taker, buyer: args.maker }),
  ),
  marketEvent(
    "looksrare2",
    parseAbiItem([
      "event TakerBid(Nonce nonceInvalidationParameters, address bidUser, address bidRecipient, uint256 strategyId, address currency, address collection, uint256[] itemIds, uint256[] amounts, address[2] feeRecipients, uint256[3] feeAmounts)",
      "struct Nonce { bytes32 orderHash; uint256 orderNonce; bool isNonceInvalidated; }",
    ]),
    (args) => toTraded(args, { seller: undefined, buyer: args.bidRecipient }),
  ),
  marketEvent(
    "looksrare2",
    parseAbiItem([
      "event TakerAsk(Nonce nonceInvalidationParameters, address askUser, address bidUser, uint256 strategyId, address currency, address collection, uint256[] itemIds, uint256[] amounts, address[2] feeRecipients, uint256[3] feeAmounts)",
      "struct Nonce { bytes32 orderHash; uint256 orderNonce; bool isNonceInvalidated; }",
    ]),
    (args) => toTraded(args, { seller: args.askUser, buyer: args.bidUser }),
  ),
];

const toTaken = ({ currency, collection, tokenId, amount, price }: Taken) => ({
  items: [{ contract: collection, tokenId, rawAmount: amount }],
  payToken: toPayToken(currency),
  rawAmount: price,
});

function toTraded(
  { currency, collection, itemIds, amounts, feeAmounts }: Traded,
  parties: Pick<ReportedOrder, "buyer" | "seller">,
): ReportedOrder | undefined {
  if (itemIds.length !== amounts.length) return undefined;
  return {
    ...parties,
    items: itemIds.map((tokenId, index) => ({ contract: collection, tokenId, rawAmount: amounts[index]! })),
    payToken: toPayToken(currency),
    rawAmount: feeAmounts.reduce((sum, amount) => sum + amount, 0n),
  };
}
