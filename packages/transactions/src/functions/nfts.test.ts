import { NATIVE_TOKEN as coin, ZERO_ADDRESS as zero } from "@portico/evm";
import { expect, test } from "vitest";
import { called, dai, explain, other, target, user, weth } from "../testing/explain.ts";

const bytes32 = `0x${"ab".repeat(32)}` as const;
const collection = "0x3333333333333333333333333333333333333333";
const moved = (from: string, to: string, tokenId: bigint | undefined, rawAmount = 1n, isErc1155 = false) => ({
  type: "send_nft",
  from,
  to,
  nft: { contract: collection, tokenId, rawAmount, isErc1155 },
});

const basic = (basicOrderType: number, given: object) => ({
  considerationToken: zero,
  considerationIdentifier: 0n,
  considerationAmount: 90n,
  offerer: other,
  zone: zero,
  offerToken: collection,
  offerIdentifier: 7n,
  offerAmount: 1n,
  basicOrderType,
  startTime: 0n,
  endTime: 1n,
  zoneHash: bytes32,
  salt: 0n,
  offererConduitKey: bytes32,
  fulfillerConduitKey: bytes32,
  totalOriginalAdditionalRecipients: 1n,
  additionalRecipients: [{ amount: 10n, recipient: other }],
  signature: "0x",
  ...given,
});

test.each(["0xfb0f3ee1", "0x00000000"] as const)(
  "%s (a basic order of Seaport) buys an NFT, or sells one to a bid",
  (selector) => {
    expect(explain(selector, [basic(0, {})], { rawValue: 100n })).toEqual([
      called("trade_nft", [[coin, 100n]]),
      moved(other, user, 7n),
    ]);
    expect(explain(selector, [basic(12, { considerationToken: dai, offerAmount: 3n })])).toEqual([
      called("trade_nft", [[dai, 100n]]),
      moved(other, user, 7n, 3n, true),
    ]);
    const bid = { offerToken: weth, offerIdentifier: 0n, offerAmount: 100n, considerationToken: collection };
    const sold = { ...bid, considerationIdentifier: 7n, considerationAmount: 1n };
    expect(explain(selector, [basic(16, sold)])).toEqual([
      called("trade_nft", [], [[weth, 90n]]),
      moved(user, other, 7n),
    ]);
  },
);

const item = (
  itemType: number,
  token: string,
  identifierOrCriteria: bigint,
  startAmount: bigint,
  endAmount = startAmount,
) => ({
  itemType,
  token,
  identifierOrCriteria,
  startAmount,
  endAmount,
});
const parameters = (offer: object[], consideration: object[]) => ({
  offerer: other,
  zone: zero,
  offer,
  consideration: consideration.map((one) => ({ ...one, recipient: other })),
  orderType: 0,
  startTime: 0n,
  endTime: 1n,
  zoneHash: bytes32,
  salt: 0n,
  conduitKey: bytes32,
  totalOriginalConsiderationItems: BigInt(consideration.length),
});
const listing = parameters([item(2, collection, 7n, 1n)], [item(0, zero, 0n, 100n, 80n), item(1, dai, 0n, 5n)]);
const bidding = parameters([item(1, weth, 0n, 100n, 120n)], [item(4, collection, 0n, 1n), item(1, weth, 0n, 4n)]);
const whole = { signature: "0x", numerator: 1n, denominator: 1n, extraData: "0x" };

test("an order costs at most its highest price, and brings at least its lowest offer", () => {
  expect(explain("0xb3a34c4c", [{ parameters: listing, signature: "0x" }, bytes32], { rawValue: 100n })).toEqual([
    called("trade_nft", [
      [coin, 100n],
      [dai, 5n],
    ]),
    moved(other, user, 7n),
  ]);
  expect(explain("0xe7acab24", [{ parameters: bidding, ...whole }, [], bytes32, zero])).toEqual([
    called("trade_nft", [[weth, 4n]], [[weth, 100n]]),
    moved(user, other, undefined),
  ]);
});

test("a partial fill costs its fraction, rounded up, and the offer goes to the recipient", () => {
  const part = parameters([item(3, collection, 7n, 10n), item(1, weth, 0n, 10n)], [item(1, dai, 0n, 100n)]);
  const order = { parameters: part, ...whole, numerator: 1n, denominator: 3n };
  const actions = explain("0xe7acab24", [order, [], bytes32, user]);
  expect(actions).toEqual([called("trade_nft", [[dai, 34n]], [[weth, 3n]]), moved(other, user, 7n, 10n, true)]);
  expect(explain("0xe7acab24", [order, [], bytes32, collection])[0]).toEqual(called("trade_nft", [[dai, 34n]]));
  expect(explain("0xe7acab24", [{ ...order, denominator: 0n }, [], bytes32, user])[0]).toMatchObject({
    sends: [{ rawAmount: 100n }],
  });
});

test("the caller's own order needs no signature: its offer counts as sent", () => {
  const own = (one: object) => ({ parameters: { ...one, offerer: user }, signature: "0x" });
  const taken = parameters([], [{ ...item(2, collection, 7n, 1n), recipient: other }]);
  const [nft, tokens] = [
    own(parameters([item(2, collection, 7n, 1n)], [])),
    own(parameters([item(1, dai, 0n, 5n)], [])),
  ];
  const match = (...orders: object[]) => explain("0xa8174404", [orders, []]);
  expect(match(nft, tokens, { parameters: taken, signature: "0x" })).toEqual([
    called("trade_nft", [[dai, 5n]]),
    moved(user, other, 7n),
  ]);
  expect(match(nft)).toEqual([called("trade_nft"), moved(user, target, 7n)]);
  const advanced = [nft, tokens].map((one) => ({ ...one, ...whole }));
  expect(explain("0x87201b41", [advanced, [], [], [], bytes32, other, 2n])).toEqual([
    called("trade_nft", [[dai, 5n]]),
    moved(user, other, 7n),
  ]);
});

test("of several orders only the maximum cost is certain", () => {
  const orders = [listing, bidding].map((one) => ({ parameters: one, signature: "0x" }));
  expect(explain("0xed98a574", [orders, [], [], bytes32, 2n], { rawValue: 100n })[0]).toEqual(
    called(
      "trade_nft",
      [
        [coin, 100n],
        [dai, 5n],
        [weth, 4n],
      ],
      [[weth, 0n]],
    ),
  );
  const advanced = [{ parameters: listing, ...whole }];
  expect(explain("0x87201b41", [advanced, [], [], [], bytes32, user, 1n])).toHaveLength(2);
});

test.each([
  ["0xa8174404", "trade_nft", [[], []]],
  ["0x55944a42", "trade_nft", [[], [], []]],
  ["0xf2d12b12", "trade_nft", [[], [], [], user]],
  ["0xfd9f1e10", "", [[]]],
  ["0x88147732", "", [[]]],
  ["0x5b34b966", "", []],
  ["0xcbd2ec65", "", [1n]],
  ["0x9e53a69a", "", [[1n]]],
] as const)("%s is '%s'", (selector, category, args) => {
  expect(explain(selector, args)).toEqual([called(category)]);
});

const taker = { isOrderAsk: false, taker: user, price: 100n, tokenId: 7n, minPercentageToAsk: 9_500n, params: "0x" };
const maker = {
  isOrderAsk: true,
  signer: other,
  collection,
  price: 100n,
  tokenId: 7n,
  amount: 1n,
  strategy: other,
  currency: weth,
  nonce: 0n,
  startTime: 0n,
  endTime: 1n,
  minPercentageToAsk: 9_500n,
  params: "0x",
  v: 27,
  r: bytes32,
  s: bytes32,
};

test("LooksRare orders are bought for native coin or tokens, and sold for at least the bid less fees", () => {
  expect(explain("0xb4e4b296", [taker, maker], { rawValue: 100n })).toEqual([
    called("trade_nft", [[coin, 100n]]),
    moved(other, user, 7n),
  ]);
  const mixed = [
    [coin, 40n],
    [weth, 60n],
  ] as const;
  expect(explain("0xb4e4b296", [taker, maker], { rawValue: 40n })[0]).toEqual(called("trade_nft", mixed));
  expect(explain("0x38e29209", [taker, maker])).toEqual([called("trade_nft", [[weth, 100n]]), moved(other, user, 7n)]);
  expect(explain("0x3b6d032e", [taker, maker])).toEqual([
    called("trade_nft", [], [[weth, 95n]]),
    moved(user, other, 7n),
  ]);
});

test("Blur trades are priced by the side that was listed first", () => {
  const side = (trader: string, listingTime: bigint, price: bigint) => ({
    order: {
      trader,
      side: 1,
      matchingPolicy: other,
      collection,
      tokenId: 7n,
      amount: 1n,
      paymentToken: zero,
      price,
      listingTime,
      expirationTime: 1n,
      fees: [],
      salt: 0n,
      extraParams: "0x",
    },
    v: 27,
    r: bytes32,
    s: bytes32,
    extraSignature: "0x",
    signatureVersion: 0,
    blockNumber: 0n,
  });
  expect(explain("0x9a1fc3a7", [side(other, 1n, 100n), side(user, 2n, 120n)], { rawValue: 100n })).toEqual([
    called("trade_nft", [[coin, 100n]]),
    moved(other, user, 7n),
  ]);
  expect(explain("0x9a1fc3a7", [side(user, 2n, 100n), side(other, 1n, 120n)])).toEqual([
    called("trade_nft"),
    moved(user, other, 7n),
  ]);
  expect(explain("0xf4acd740", [side(user, 2n, 100n).order])).toEqual([called("")]);
});
