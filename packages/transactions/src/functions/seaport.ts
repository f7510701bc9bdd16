import { type Address, ZERO_ADDRESS } from "@portico/evm";
import type { Action, TokenAmount } from "../action.ts";
import type { Args, FunctionRow, Reading } from "../functionRow.ts";
import { amountOf, type Effects, ifActor, protocolRow } from "./protocolRow.ts";
import { targetOf } from "./tokenActions.ts";
import { listNfts, type OrderItem, sumTokens } from "./seaportItems.ts";

/** By the basic order's type: five kinds of trade times four kinds of restriction. @see BasicOrderType of seaport */
const BASIC_NFT_TO_TOKEN = 16;
const BASIC_ERC1155: ReadonlySet<number> = new Set([1, 3, 5]);

const basic = ({ parameters }: Args, reading: Reading): Effects => {
  const { considerationToken, considerationIdentifier, considerationAmount, additionalRecipients } = parameters;
  const { offerer, offerToken, offerIdentifier, offerAmount, basicOrderType } = parameters;
  const isErc1155 = BASIC_ERC1155.has(Math.floor(basicOrderType / 4));
  const fees: bigint = additionalRecipients.reduce((sum: bigint, { amount }: Args) => sum + (amount as bigint), 0n);
  const toNft = (contract: Address, tokenId: bigint, rawAmount: bigint) => ({
    contract,
    tokenId,
    rawAmount,
    isErc1155,
  });
  if (basicOrderType < BASIC_NFT_TO_TOKEN) {
    const nft = toNft(offerToken, offerIdentifier, offerAmount);
    return {
      sends: amountOf(considerationToken, considerationAmount + fees),
      also: [{ type: "send_nft", from: offerer, to: reading.actor, nft }],
    };
  }
  // The fees are paid out of the offer.
  const nft = toNft(considerationToken, considerationIdentifier, considerationAmount);
  return {
    receives: amountOf(offerToken, offerAmount > fees ? offerAmount - fees : 0n),
    also: [{ type: "send_nft", from: reading.actor, to: offerer, nft }],
  };
};

interface Order {
  offerer: Address;
  offer: readonly OrderItem[];
  consideration: readonly OrderItem[];
  numerator: bigint;
  denominator: bigint;
}

const toOrder = ({ parameters, numerator = 1n, denominator = 1n }: Args): Order => ({
  offerer: parameters.offerer,
  offer: parameters.offer,
  consideration: parameters.consideration,
  numerator,
  denominator: denominator === 0n ? 1n : denominator,
});

/** The caller pays the orders' consideration, and `recipient` gets their offers. */
function fulfill(reading: Reading, orders: readonly Order[], recipient: Address): Effects {
  const to = recipient === ZERO_ADDRESS ? reading.actor : recipient;
  return {
    sends: [
      ...orders.flatMap((order) => listMaxAmounts(order, order.consideration)),
      ...listOwnOffers(reading, orders),
    ],
    receives: ifActor(reading, to, listReceived(orders)),
    also: orders.flatMap((order) => listMoves(reading.actor, to, order)),
  };
}

const listMaxAmounts = ({ numerator, denominator }: Order, items: readonly OrderItem[]): TokenAmount[] =>
  sumTokens(items, (raw) => (raw * numerator + denominator - 1n) / denominator, "most");

/** The caller's own orders need no signature: their offers count as sent. */
const listOwnOffers = ({ actor }: Reading, orders: readonly Order[]): TokenAmount[] =>
  orders.filter(({ offerer }) => offerer === actor).flatMap((order) => listMaxAmounts(order, order.offer));

/** The caller of a match is on neither side, except for its own orders. The other orders determine an NFT's recipient. */
const match = ({ orders }: Args, reading: Reading): Effects => {
  const all: Order[] = orders.map(toOrder);
  const own = all.filter(({ offerer }) => offerer === reading.actor);
  const wanted = all.flatMap(({ consideration }) => listNfts(consideration));
  const moves = own
    .flatMap(({ offer }) => listNfts(offer))
    .map((nft): Action => {
      const taken = wanted.find(({ contract, tokenId }) => contract === nft.contract && tokenId === nft.tokenId);
      return { type: "send_nft", from: reading.actor, to: taken?.recipient ?? targetOf(reading), nft };
    });
  const due = own.flatMap(({ consideration }) => consideration.filter(({ recipient }) => recipient === reading.actor));
  return { sends: listOwnOffers(reading, all), receives: sumTokens(due, () => 0n, "least"), also: moves };
};

/** Any of several orders may be filled before: the minimum of each is nothing. */
const listReceived = (orders: readonly Order[]): TokenAmount[] =>
  orders.flatMap(({ offer, numerator, denominator }) =>
    sumTokens(offer, (raw) => (orders.length > 1 ? 0n : (raw * numerator) / denominator), "least"),
  );

const listMoves = (actor: Address, to: Address, { offerer, offer, consideration }: Order): Action[] => [
  ...listNfts(offer).map((nft): Action => ({ type: "send_nft", from: offerer, to, nft })),
  ...listNfts(consideration).map(({ recipient, ...nft }): Action => ({
    type: "send_nft",
    from: actor,
    to: recipient ?? offerer,
    nft,
  })),
];

const item = "uint8 itemType, address token, uint256 identifierOrCriteria, uint256 startAmount, uint256 endAmount";
const body = `address offerer, address zone, (${item})[] offer, (${item}, address recipient)[] consideration, uint8 orderType, uint256 startTime, uint256 endTime, bytes32 zoneHash, uint256 salt, bytes32 conduitKey`;
const parameters = `(${body}, uint256 totalOriginalConsiderationItems) parameters`;
const order = `(${parameters}, bytes signature)`;
const advanced = `(${parameters}, uint120 numerator, uint120 denominator, bytes signature, bytes extraData)`;
const resolver =
  "(uint256 orderIndex, uint8 side, uint256 index, uint256 identifier, bytes32[] criteriaProof)[] criteriaResolvers";
const component = "(uint256 orderIndex, uint256 itemIndex)[]";
const components = `${component}[] offerFulfillments, ${component}[] considerationFulfillments, bytes32 fulfillerConduitKey`;
const matched = `(${component} offerComponents, ${component} considerationComponents)[] fulfillments`;
const basicOrder =
  "(address considerationToken, uint256 considerationIdentifier, uint256 considerationAmount, address offerer, address zone, address offerToken, uint256 offerIdentifier, uint256 offerAmount, uint8 basicOrderType, uint256 startTime, uint256 endTime, bytes32 zoneHash, uint256 salt, bytes32 offererConduitKey, bytes32 fulfillerConduitKey, uint256 totalOriginalAdditionalRecipients, (uint256 amount, address recipient)[] additionalRecipients, bytes signature) parameters";

/** Seaport 1.1 to 1.6. @see https://docs.opensea.io/docs/seaport */
export const seaportRows: readonly FunctionRow[] = [
  protocolRow("trade_nft", `function fulfillBasicOrder(${basicOrder}) payable`, basic),
  protocolRow("trade_nft", `function fulfillBasicOrder_efficient_6GL6yc(${basicOrder}) payable`, basic),
  protocolRow("trade_nft", `function fulfillOrder(${order} order, bytes32 fulfillerConduitKey) payable`, (a, reading) =>
    fulfill(reading, [toOrder(a["order"])], ZERO_ADDRESS),
  ),
  protocolRow(
    "trade_nft",
    `function fulfillAdvancedOrder(${advanced} order, ${resolver}, bytes32 fulfillerConduitKey, address recipient) payable`,
    (a, reading) => fulfill(reading, [toOrder(a["order"])], a["recipient"]),
  ),
  protocolRow(
    "trade_nft",
    `function fulfillAvailableOrders(${order}[] orders, ${components}, uint256 maximumFulfilled) payable`,
    (a, reading) => fulfill(reading, a["orders"].map(toOrder), ZERO_ADDRESS),
  ),
  protocolRow(
    "trade_nft",
    `function fulfillAvailableAdvancedOrders(${advanced}[] orders, ${resolver}, ${components}, address recipient, uint256 maximumFulfilled) payable`,
    (a, reading) => fulfill(reading, a["orders"].map(toOrder), a["recipient"]),
  ),
  protocolRow("trade_nft", `function matchOrders(${order}[] orders, ${matched}) payable`, match),
  protocolRow(
    "trade_nft",
    `function matchAdvancedOrders(${advanced}[] orders, ${resolver}, ${matched}) payable`,
    match,
  ),
  protocolRow(
    "trade_nft",
    `function matchAdvancedOrders(${advanced}[] orders, ${resolver}, ${matched}, address recipient) payable`,
    match,
  ),
  protocolRow("", `function cancel((${body}, uint256 counter)[] orders)`),
  protocolRow("", `function validate(${order}[] orders)`),
  protocolRow("", "function incrementCounter()"),
];
