import { NATIVE_TOKEN, ZERO_ADDRESS } from "@portico/evm";
import type { Address, Hex } from "@portico/evm";
import { encodeAbiParameters, encodeEventTopics } from "viem";
import type { AbiEvent, RpcLog } from "viem";
import { expect, test } from "vitest";
import { blurEvents } from "./blur.ts";
import { foundationEvents } from "./foundation.ts";
import { looksRareEvents } from "./looksRare.ts";
import rows from "./nftMarkets.json" with { type: "json" };
import { readFilledOrder } from "./readFilledOrder.ts";
import { seaportEvents } from "./seaport.ts";
import { toTestLogs } from "../testing/testLogs.ts";
import { wyvernEvents } from "./wyvern.ts";

const address = (n: number): Address => `0x${n.toString(16).padStart(40, "0")}`;
const [buyer, seller, artist, apes, usdc, other] = [0xb1, 0xb2, 0xb3, 0xb4, 0xb5, 0xb6].map(address) as [
  Address,
  Address,
  Address,
  Address,
  Address,
  Address,
];
const HASH: Hex = `0x${"12".repeat(32)}`;
const contractOf = (market: string): Address =>
  rows.find((row) => row.chain === "eth" && row.market === market)!.address as Address;

function encode(emitter: Address, abi: AbiEvent, args: Record<string, unknown>): RpcLog {
  const inputs = abi.inputs.filter(({ indexed }) => indexed !== true);
  const data = encodeAbiParameters(
    inputs,
    inputs.map(({ name }) => args[name!]),
  );
  return toTestLogs([{ address: emitter, topics: encodeEventTopics({ abi: [abi], args }) as Hex[], data }])[0]!;
}

const item = (itemType: number, token: Address, identifier: bigint, amount: bigint, recipient = seller) => ({
  itemType,
  token,
  identifier,
  amount,
  recipient,
});
const ape = (tokenId = 8n) => item(2, apes, tokenId, 1n);
const ether = (amount: bigint) => item(0, ZERO_ADDRESS, 0n, amount);
type Items = ReturnType<typeof item>[];
const readSeaport = (offer: Items, consideration: Items, recipient: Address = buyer, offerer: Address = seller) => {
  const args = { orderHash: HASH, offerer, zone: other, recipient, offer, consideration };
  return readFilledOrder("eth", encode(contractOf("seaport"), seaportEvents[0]!.abi, args));
};
const oneApe = [{ contract: apes, tokenId: 8n, rawAmount: 1n }];

test("a listing of Seaport names the NFT, its parties and the total in one currency", () => {
  const market = contractOf("seaport");
  expect(readSeaport([ape()], [ether(90n), ether(10n)])).toEqual({
    items: oneApe,
    seller,
    buyer,
    payToken: NATIVE_TOKEN,
    rawAmount: 100n,
    market,
  });
  expect(readSeaport([item(3, apes, 8n, 4n)], [item(1, usdc, 0n, 7n)], ZERO_ADDRESS)).toEqual({
    items: [{ ...oneApe[0], rawAmount: 4n }],
    seller,
    buyer: undefined,
    payToken: usdc,
    rawAmount: 7n,
    market,
  });
});

test("a bid of Seaport is paid by its offerer, and its fees are part of that", () => {
  const order = readSeaport([item(1, usdc, 0n, 100n)], [ape(), item(1, usdc, 0n, 5n)], seller, buyer);
  expect(order).toMatchObject({ items: oneApe, seller, buyer, payToken: usdc, rawAmount: 100n });
});

test.each<[string, Items, Items]>([
  ["for NFTs", [ape()], [ape(9n)]],
  ["for an NFT and money", [ape()], [ape(9n), ether(1n)]],
  ["of an NFT and money", [ape(), ether(1n)], [ether(9n)]],
  ["for two currencies", [ape()], [ether(1n), item(1, usdc, 0n, 1n)]],
  ["for nothing", [ape()], []],
  ["of nothing", [], [ether(1n)]],
  ["of money for money", [item(1, usdc, 0n, 5n)], [ether(1n)]],
])("an order of Seaport %s has no price", (_, offer, consideration) => {
  expect(readSeaport(offer, consideration)).toBeUndefined();
});

test("LooksRare's listings and bids differ in who is the seller", () => {
  const taken = { orderHash: HASH, orderNonce: 1n, taker: artist, maker: seller, strategy: other, currency: usdc };
  const args = { ...taken, collection: apes, tokenId: 8n, amount: 1n, price: 55n };
  const orders = looksRareEvents
    .filter(({ market }) => market === "looksrare")
    .map(({ abi }) => readFilledOrder("eth", encode(contractOf("looksrare"), abi, args)));
  expect(orders).toMatchObject([
    { items: oneApe, seller, buyer: artist, payToken: usdc, rawAmount: 55n },
    { items: oneApe, seller: artist, buyer: seller, payToken: usdc, rawAmount: 55n },
  ]);
});

test("LooksRare's second exchange reports what each party got", () => {
  const parties = { bidUser: other, bidRecipient: buyer, askUser: seller };
  const nonce = { orderHash: HASH, orderNonce: 1n, isNonceInvalidated: true };
  const [itemIds, amounts, feeAmounts] = [
    [8n, 9n],
    [1n, 1n],
    [90n, 7n, 3n],
  ];
  const traded = { currency: ZERO_ADDRESS, collection: apes, itemIds, amounts, feeAmounts };
  const args = {
    nonceInvalidationParameters: nonce,
    strategyId: 0n,
    feeRecipients: [seller, artist],
    ...traded,
    ...parties,
  };
  const [listing, bid] = looksRareEvents
    .filter(({ market }) => market === "looksrare2")
    .map(({ abi }) => readFilledOrder("eth", encode(contractOf("looksrare2"), abi, args)));
  expect(listing).toMatchObject({ seller: undefined, buyer, payToken: NATIVE_TOKEN, rawAmount: 100n });
  expect(bid).toMatchObject({ seller, buyer: other, payToken: NATIVE_TOKEN, rawAmount: 100n });
  expect(listing!.items?.map(({ tokenId }) => tokenId)).toEqual([8n, 9n]);
});

test("Blur reports both orders, or one packed into words", () => {
  const order = {
    side: 1,
    matchingPolicy: other,
    collection: apes,
    tokenId: 8n,
    amount: 1n,
    paymentToken: ZERO_ADDRESS,
  };
  const sell = {
    ...order,
    trader: seller,
    price: 70n,
    listingTime: 1n,
    expirationTime: 2n,
    fees: [],
    salt: 1n,
    extraParams: "0x",
  };
  const [matched, packed] = blurEvents;
  const read = (buyPrice: bigint) => {
    const buy = { ...sell, trader: buyer, side: 0, price: buyPrice };
    const args = { maker: seller, taker: buyer, sell, sellHash: HASH, buy, buyHash: HASH };
    return readFilledOrder("eth", encode(contractOf("blur"), matched!.abi, args));
  };
  expect(read(70n)).toMatchObject({ items: oneApe, seller, buyer, payToken: NATIVE_TOKEN, rawAmount: 70n });
  expect(read(71n)).toBeUndefined();
  const readPacked = (side: bigint) =>
    readFilledOrder(
      "eth",
      encode(contractOf("blur2"), packed!.abi, {
        orderHash: HASH,
        tokenIdListingIndexTrader: (8n << 168n) | (3n << 160n) | BigInt(seller),
        collectionPriceSide: (side << 248n) | (70n << 160n) | BigInt(apes),
      }),
    );
  expect(readPacked(0n)).toMatchObject({ items: oneApe, seller, buyer: undefined, rawAmount: 70n });
  expect(readPacked(1n)).toMatchObject({ items: oneApe, seller: undefined, buyer: seller, rawAmount: 70n });
});

test("Foundation reports the parts of the price", () => {
  const args = { nftContract: apes, tokenId: 8n, seller, buyer, protocolFee: 5n, creatorFee: 10n, sellerRev: 85n };
  for (const { abi } of foundationEvents) {
    const order = readFilledOrder("eth", encode(contractOf("foundation"), abi, args));
    expect(order).toMatchObject({ items: oneApe, seller, buyer, payToken: NATIVE_TOKEN, rawAmount: 100n });
  }
});

test("Wyvern reports the parties and the price alone", () => {
  const args = { buyHash: HASH, sellHash: HASH, maker: seller, taker: buyer, price: 60n, metadata: HASH };
  const order = readFilledOrder("eth", encode(contractOf("wyvern"), wyvernEvents[0]!.abi, args));
  expect(order).toMatchObject({ items: undefined, seller, buyer, payToken: NATIVE_TOKEN, rawAmount: 60n });
});

test("only the marketplace's own contract counts, and only whole data", () => {
  const args = {
    orderHash: HASH,
    offerer: seller,
    zone: other,
    recipient: buyer,
    offer: [ape()],
    consideration: [ether(1n)],
  };
  const log = encode(contractOf("seaport"), seaportEvents[0]!.abi, args);
  expect(readFilledOrder("eth", log)).toBeDefined();
  expect(readFilledOrder("eth", { ...log, address: other })).toBeUndefined();
  expect(readFilledOrder("eth", { ...log, address: contractOf("blur") })).toBeUndefined();
  expect(readFilledOrder("nowhere", log)).toBeUndefined();
  expect(readFilledOrder("eth", { ...log, data: log.data.slice(0, -64) as Hex })).toBeUndefined();
  expect(readFilledOrder("eth", { ...log, topics: [log.topics[0]!] })).toBeUndefined();
});
