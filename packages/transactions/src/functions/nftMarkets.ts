import { type Address, NATIVE_TOKEN } from "@portico/evm";
import type { Action, TokenAmount } from "../action.ts";
import type { Args, FunctionRow, Reading } from "../functionRow.ts";
import { amountOf, type Effects, protocolRow } from "./protocolRow.ts";

const taker =
  "(bool isOrderAsk, address taker, uint256 price, uint256 tokenId, uint256 minPercentageToAsk, bytes params)";
const maker =
  "(bool isOrderAsk, address signer, address collection, uint256 price, uint256 tokenId, uint256 amount, address strategy, address currency, uint256 nonce, uint256 startTime, uint256 endTime, uint256 minPercentageToAsk, bytes params, uint8 v, bytes32 r, bytes32 s)";

/** The order doesn't say whether the collection is ERC-1155. */
const move = ({ knowledge }: Reading, from: Address, to: Address, { collection, tokenId, amount }: Args): Action => ({
  type: "send_nft",
  from,
  to,
  nft: {
    contract: collection,
    tokenId,
    rawAmount: amount,
    isErc1155: knowledge.findStandard(collection) === "erc1155",
  },
});

/** What the value doesn't cover is taken in wrapped coin. */
const payInCoin = ({ call, knowledge }: Reading, price: bigint): TokenAmount[] => [
  ...amountOf(NATIVE_TOKEN, price < call.rawValue ? price : call.rawValue),
  ...(price > call.rawValue ? amountOf(knowledge.wrappedToken ?? undefined, price - call.rawValue) : []),
];

const bought =
  (isCoin: boolean) =>
  ({ takerBid, makerAsk }: Args, reading: Reading): Effects => ({
    sends: isCoin ? payInCoin(reading, takerBid.price) : amountOf(makerAsk.currency, takerBid.price),
    also: [move(reading, makerAsk.signer, reading.actor, { ...makerAsk, tokenId: takerBid.tokenId })],
  });

/** LooksRare V1. @see LooksRareExchange.sol */
const looksRareRows: readonly FunctionRow[] = [
  protocolRow(
    "trade_nft",
    `function matchAskWithTakerBidUsingETHAndWETH(${taker} takerBid, ${maker} makerAsk) payable`,
    bought(true),
  ),
  protocolRow("trade_nft", `function matchAskWithTakerBid(${taker} takerBid, ${maker} makerAsk)`, bought(false)),
  // At least the seller's minimum percentage, of 10,000: the rest are fees.
  protocolRow(
    "trade_nft",
    `function matchBidWithTakerAsk(${taker} takerAsk, ${maker} makerBid)`,
    ({ takerAsk, makerBid }, reading) => ({
      receives: amountOf(makerBid.currency, (takerAsk.price * toShare(takerAsk.minPercentageToAsk)) / WHOLE),
      also: [move(reading, reading.actor, makerBid.signer, { ...makerBid, tokenId: takerAsk.tokenId })],
    }),
  ),
  protocolRow("", "function cancelAllOrdersForSender(uint256 minNonce)"),
  protocolRow("", "function cancelMultipleMakerOrders(uint256[] orderNonces)"),
];
const WHOLE = 10_000n;
const toShare = (percentage: bigint): bigint => (percentage > WHOLE ? WHOLE : percentage);

const order =
  "(address trader, uint8 side, address matchingPolicy, address collection, uint256 tokenId, uint256 amount, address paymentToken, uint256 price, uint256 listingTime, uint256 expirationTime, (uint16 rate, address recipient)[] fees, uint256 salt, bytes extraParams) order";
const input = `(${order}, uint8 v, bytes32 r, bytes32 s, bytes extraSignature, uint8 signatureVersion, uint256 blockNumber)`;

/** Blur V1: the caller is one of the sides. Price and NFT come from the order that was listed first. */
const executed = ({ sell, buy }: Args, reading: Reading): Effects => {
  const listed = sell.order.listingTime <= buy.order.listingTime ? sell.order : buy.order;
  const also = [move(reading, sell.order.trader, buy.order.trader, listed)];
  return buy.order.trader === reading.actor ? { sends: amountOf(listed.paymentToken, listed.price), also } : { also };
};

const blurRows: readonly FunctionRow[] = [
  protocolRow("trade_nft", `function execute(${input} sell, ${input} buy) payable`, executed),
  protocolRow("", `function cancelOrder(${order})`),
];

export const nftMarketRows: readonly FunctionRow[] = [...looksRareRows, ...blurRows];
