import type { Address } from "@portico/evm";
import { ZERO_ADDRESS } from "@portico/evm";
import { parseAbiItem } from "viem";
import { marketEvent, toPayToken } from "./marketEvent.ts";
import type { MarketEvent, ReportedOrder } from "./marketEvent.ts";

/** Of what moved. The itemType is 0 for the native coin, 1 for an ERC-20 and more for an NFT. */
interface Item {
  itemType: number;
  token: Address;
  identifier: bigint;
  amount: bigint;
}

interface Fulfilled {
  offerer: Address;
  /** The zero address if several orders were matched with each other. */
  recipient: Address;
  offer: readonly Item[];
  consideration: readonly Item[];
}

/** Seaport 1.1 to 1.6 and its copies. Amounts are those that were filled. */
export const seaportEvents: readonly MarketEvent[] = [
  marketEvent(
    "seaport",
    parseAbiItem([
      "event OrderFulfilled(bytes32 orderHash, address indexed offerer, address indexed zone, address recipient, SpentItem[] offer, ReceivedItem[] consideration)",
      "struct SpentItem { uint8 itemType; address token; uint256 identifier; uint256 amount; }",
      "struct ReceivedItem { uint8 itemType; address token; uint256 identifier; uint256 amount; address recipient; }",
    ]),
    toOrder,
  ),
];

/** A listing offers NFTs for one currency; a bid offers one currency for NFTs. Anything else is a trade. */
function toOrder({ offerer, recipient, offer, consideration }: Fulfilled): ReportedOrder | undefined {
  const other = recipient === ZERO_ADDRESS ? undefined : recipient;
  if (offer.every(isNft)) return toSale(offer, consideration, { seller: offerer, buyer: other });
  if (offer.some(isNft)) return undefined;
  // a bid's fees are paid from what it offers
  return toSale(consideration.filter(isNft), offer, { seller: other, buyer: offerer });
}

const isNft = ({ itemType }: Item): boolean => itemType > 1;

function toSale(
  nfts: readonly Item[],
  payments: readonly Item[],
  parties: Pick<ReportedOrder, "buyer" | "seller">,
): ReportedOrder | undefined {
  const [first] = payments;
  if (nfts.length === 0 || first === undefined) return undefined;
  if (!payments.every((item) => !isNft(item) && item.token === first.token)) return undefined;
  return {
    ...parties,
    items: nfts.map(({ token, identifier, amount }) => ({ contract: token, tokenId: identifier, rawAmount: amount })),
    payToken: toPayToken(first.token),
    rawAmount: payments.reduce((sum, { amount }) => sum + amount, 0n),
  };
}
