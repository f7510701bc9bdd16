import { NATIVE_TOKEN, ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import { encodePosition, LegKind } from "@portico/store";
import type { Leg } from "@portico/store";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { FilledOrder } from "../nftMarkets/filledOrder.ts";
import { findSales, mayShowSale } from "./sales.ts";

const address = (n: number): Address => `0x${n.toString(16).padStart(40, "0")}`;
const [buyer, seller, market, artist, apes, usdc, weth] = [1, 2, 3, 4, 5, 6, 7].map(address) as [
  Address,
  Address,
  Address,
  Address,
  Address,
  Address,
  Address,
];
const chain = { wrappedToken: weth };

type Move = { token: Address; from: Address; to: Address; amount: bigint; tokenId?: bigint; kind?: LegKind };

/** The legs of moves, as the decoders create them: none for the zero address. */
const toLegs = (moves: readonly Move[]): Leg[] =>
  moves.flatMap(({ token, from, to, amount, tokenId, kind }, index) => {
    const usual = tokenId !== undefined ? LegKind.nft : token === NATIVE_TOKEN ? LegKind.native : LegKind.token;
    const shared = {
      blockNumber: 9n,
      txIndex: 1,
      kind: kind ?? usual,
      index,
      subIndex: 0,
      token,
      tokenId,
      rawAmount: amount,
    };
    const location = { ...shared, txHash: `0x${"01".repeat(32)}` as const, timeAt: 900 };
    const legs: Leg[] = [
      { ...location, owner: from, counterparty: to, isInbound: false },
      { ...location, owner: to, counterparty: from, isInbound: true },
    ];
    return legs.filter(({ owner }) => owner !== ZERO_ADDRESS);
  });

const nft = (from: Address, to: Address, tokenId = 8n, amount = 1n): Move => ({
  token: apes,
  from,
  to,
  amount,
  tokenId,
});
const pay = (from: Address, to: Address, amount: bigint, token = NATIVE_TOKEN): Move => ({ token, from, to, amount });
const wrap = (owner: Address, amount: bigint): Move[] => [
  pay(owner, weth, amount),
  pay(ZERO_ADDRESS, owner, amount, weth),
];
const unwrap = (owner: Address, amount: bigint): Move[] => [
  pay(owner, ZERO_ADDRESS, amount, weth),
  pay(weth, owner, amount),
];
const fee: Move = { ...pay(buyer, artist, 77n), kind: LegKind.fee };
const find = (...moves: Move[]) =>
  findSales(chain, toLegs(moves)).map(({ payToken, rawAmount }) => ({ payToken, rawAmount }));

test("a sale names the NFT, its location and what the buyer paid, including the market's fees and excluding gas", () => {
  const legs = toLegs([
    fee,
    pay(buyer, market, 100n),
    nft(seller, buyer),
    pay(market, seller, 90n),
    pay(market, artist, 10n),
  ]);
  expect(findSales(chain, legs)).toEqual([
    {
      contract: apes,
      tokenId: 8n,
      blockNumber: 9n,
      position: encodePosition({ txIndex: 1, kind: LegKind.nft, index: 2, subIndex: 0 }),
      payToken: NATIVE_TOKEN,
      rawAmount: 100n,
      txHash: `0x${"01".repeat(32)}`,
      timeAt: 900,
    },
  ]);
});

test.each<[string, Move[], Address, bigint]>([
  ["an ERC-20 payment", [nft(seller, buyer), pay(buyer, seller, 5n, usdc)], usdc, 5n],
  ["an accepted offer in the wrapped coin", [pay(buyer, seller, 5n, weth), nft(seller, buyer)], weth, 5n],
  [
    "what is paid back",
    [pay(buyer, market, 9n), nft(seller, buyer), pay(market, seller, 5n), pay(market, buyer, 4n)],
    NATIVE_TOKEN,
    5n,
  ],
  [
    "an NFT that passes through the market",
    [nft(seller, market), nft(market, buyer), pay(buyer, seller, 5n)],
    NATIVE_TOKEN,
    5n,
  ],
  [
    "a coin that the market wraps",
    [pay(buyer, market, 5n), ...wrap(market, 5n), pay(market, seller, 5n, weth), nft(seller, buyer)],
    NATIVE_TOKEN,
    5n,
  ],
  ["a buyer that unwraps first", [...unwrap(buyer, 5n), pay(buyer, seller, 5n), nft(seller, buyer)], weth, 5n],
  [
    "a seller that gets it unwrapped",
    [pay(buyer, market, 5n, weth), ...unwrap(market, 5n), pay(market, seller, 5n), nft(seller, buyer)],
    weth,
    5n,
  ],
  ["one of an ERC-1155", [nft(seller, buyer, 8n, 1n), pay(buyer, seller, 5n)], NATIVE_TOKEN, 5n],
  ["each of several of an ERC-1155", [nft(seller, buyer, 8n, 3n), pay(buyer, seller, 15n)], NATIVE_TOKEN, 5n],
  [
    "each of several that come one by one",
    [nft(seller, buyer, 8n, 2n), nft(seller, buyer), pay(buyer, seller, 15n)],
    NATIVE_TOKEN,
    5n,
  ],
])("%s is a sale", (_, moves, payToken, rawAmount) => {
  expect(find(...moves)).toEqual([{ payToken, rawAmount }]);
});

test.each<[string, Move[]]>([
  ["a gift", [fee, nft(seller, buyer)]],
  ["a mint that is paid for", [nft(ZERO_ADDRESS, buyer), pay(buyer, apes, 5n)]],
  ["a burn", [nft(seller, ZERO_ADDRESS), pay(market, seller, 5n)]],
  ["two NFTs at one price", [nft(seller, buyer), nft(seller, buyer, 9n), pay(buyer, seller, 5n)]],
  [
    "several of an ERC-1155 for an amount that is not whole for each",
    [nft(seller, buyer, 8n, 2n), pay(buyer, seller, 5n)],
  ],
  ["an NFT for an NFT", [nft(seller, buyer), nft(buyer, seller, 9n), pay(buyer, seller, 5n)]],
  ["two kinds of money", [nft(seller, buyer), pay(buyer, seller, 5n), pay(buyer, seller, 5n, usdc)]],
  ["money that was swapped on the way", [nft(seller, buyer), pay(buyer, market, 5n), pay(market, seller, 9n, usdc)]],
  ["what somebody else paid", [nft(seller, buyer), pay(market, seller, 5n)]],
  ["money that the seller pays", [nft(seller, buyer), pay(seller, buyer, 5n)]],
  [
    "a buyer that gets money of another kind as well",
    [nft(seller, buyer), pay(buyer, seller, 5n), pay(market, buyer, 1n, usdc)],
  ],
  ["more than was paid", [nft(seller, buyer), pay(buyer, seller, 5n), pay(market, seller, 1n)]],
  ["there and back", [nft(seller, buyer), nft(buyer, seller), pay(buyer, seller, 5n)]],
  ["no NFT at all", [pay(buyer, seller, 5n)]],
  ["nothing", []],
])("%s is not a sale", (_, moves) => {
  expect(find(...moves)).toEqual([]);
});

const order = (fields: Partial<FilledOrder> = {}): FilledOrder => ({
  items: [{ contract: apes, tokenId: 8n, rawAmount: 1n }],
  seller,
  buyer,
  payToken: NATIVE_TOKEN,
  rawAmount: 100n,
  market,
  ...fields,
});
const findOrders = (moves: Move[], ...orders: FilledOrder[]) =>
  findSales(chain, toLegs(moves), orders).map(({ tokenId, payToken, rawAmount }) => ({ tokenId, payToken, rawAmount }));
const sold = { tokenId: 8n, payToken: NATIVE_TOKEN, rawAmount: 100n };

test("without the legs of what a marketplace forwards, its order tells the price", () => {
  const moves = [pay(buyer, market, 100n), nft(seller, buyer)];
  expect(findOrders(moves)).toEqual([]);
  expect(findOrders(moves, order())).toEqual([sold]);
  expect(findOrders(moves, order({ seller: undefined }))).toEqual([sold]);
  expect(findOrders(moves, order({ buyer: undefined }))).toEqual([sold]);
  expect(findOrders([nft(market, buyer)], order())).toEqual([sold]);
});

test("what the legs show of one sale counts before an order", () => {
  expect(findOrders([nft(seller, buyer), pay(buyer, seller, 99n)], order())).toEqual([{ ...sold, rawAmount: 99n }]);
});

test.each<[string, Move[], Partial<FilledOrder>]>([
  ["another NFT", [nft(seller, buyer, 9n)], {}],
  ["another collection", [{ ...nft(seller, buyer), token: usdc }], {}],
  ["another buyer", [nft(seller, artist)], {}],
  ["another seller", [nft(artist, buyer)], {}],
  ["fewer than were sold", [nft(seller, buyer)], { items: [{ contract: apes, tokenId: 8n, rawAmount: 2n }] }],
  ["no price", [nft(seller, buyer)], { rawAmount: 0n }],
  ["no items", [nft(seller, buyer)], { items: [] }],
])("an order is no sale if the legs show %s", (_, moves, fields) => {
  expect(findOrders(moves, order(fields))).toEqual([]);
});

test("an order that names no NFT is of the only one that moved between its parties, if no token was paid", () => {
  const unnamed = order({ items: undefined });
  expect(findOrders([nft(seller, buyer)], unnamed)).toEqual([sold]);
  expect(findOrders([nft(buyer, seller)], unnamed)).toEqual([sold]);
  expect(findOrders([nft(seller, buyer), nft(artist, buyer, 9n)], unnamed)).toEqual([sold]);
  expect(findOrders([nft(seller, buyer), nft(seller, buyer, 9n)], unnamed)).toEqual([]);
  expect(findOrders([nft(seller, artist)], unnamed)).toEqual([]);
  expect(findOrders([nft(seller, buyer), pay(buyer, market, 5n, usdc)], unnamed)).toEqual([]);
  const other = order({ items: undefined, seller: artist, rawAmount: 7n });
  expect(findOrders([nft(seller, buyer), nft(artist, buyer, 9n)], unnamed, other)).toEqual([
    sold,
    { ...sold, tokenId: 9n, rawAmount: 7n },
  ]);
});

test("several orders of a transaction have a price each; NFTs that differ and share one have none", () => {
  const [eighth, ninth] = [8n, 9n].map((tokenId) => ({ contract: apes, tokenId, rawAmount: 1n }));
  const moves = [nft(seller, buyer), nft(seller, buyer, 9n), pay(buyer, market, 103n)];
  expect(findOrders(moves, order(), order({ items: [ninth!], rawAmount: 3n }))).toEqual([
    sold,
    { ...sold, tokenId: 9n, rawAmount: 3n },
  ]);
  expect(findOrders(moves, order({ items: [eighth!, ninth!] }))).toEqual([]);
});

test("several of an ERC-1155 share the price if it is whole for each, and each receipt is one sale", () => {
  const four = [{ contract: apes, tokenId: 8n, rawAmount: 4n }];
  const moves = [nft(seller, buyer, 8n, 4n)];
  expect(findOrders(moves, order({ items: four }))).toEqual([{ ...sold, rawAmount: 25n }]);
  expect(findOrders(moves, order({ items: four, rawAmount: 101n }))).toEqual([]);
  expect(findOrders(moves, order({ items: four }), order({ items: four, seller: undefined }))).toHaveLength(1);
  const apart = [nft(seller, buyer), nft(seller, buyer)];
  expect(findOrders(apart, order(), order({ rawAmount: 7n }))).toEqual([sold, { ...sold, rawAmount: 7n }]);
});

const party = fc.constantFrom(buyer, seller, market, artist, ZERO_ADDRESS);
const anyMove = fc.oneof(
  fc.record({ token: fc.constantFrom(NATIVE_TOKEN, usdc, weth), from: party, to: party, amount: fc.bigInt(0n, 9n) }),
  fc.record({
    token: fc.constant(apes),
    from: party,
    to: party,
    amount: fc.bigInt(1n, 2n),
    tokenId: fc.bigInt(1n, 2n),
  }),
);

/** Any moves, or a sale with additional ones. */
const anyMoves = fc.oneof(
  fc.array(anyMove, { maxLength: 7 }),
  fc.array(anyMove, { maxLength: 3 }).map((more) => [nft(seller, buyer), pay(buyer, seller, 5n), ...more]),
);

test("for any moves there is at most one sale; its price left the buyer for each that it has more, and reached a seller with as many less", () => {
  let sales = 0;
  fc.assert(
    fc.property(anyMoves, (moves) => {
      const legs = toLegs(moves);
      const found = findSales(chain, legs);
      expect(found.length).toBeLessThanOrEqual(1);
      const [sale] = found;
      if (sale === undefined) return;
      sales++;
      const net = (owner: Address, ...tokens: Address[]) =>
        legs
          .filter((leg) => leg.owner === owner && tokens.includes(leg.token))
          .reduce((sum, { isInbound, rawAmount }) => sum + (isInbound ? rawAmount : -rawAmount), 0n);
      const to = [buyer, seller, market, artist].find((owner) => net(owner, apes) > 0n);
      const from = [buyer, seller, market, artist].find((owner) => net(owner, apes) < 0n);
      const money = sale.payToken === usdc ? [usdc] : [NATIVE_TOKEN, weth];
      const count = net(to!, apes);
      expect([net(from!, apes), net(to!, ...money)]).toEqual([-count, -sale.rawAmount * count]);
      expect(net(from!, ...money)).toBeGreaterThan(0n);
      expect(sale.rawAmount).toBeGreaterThan(0n);
      expect(legs.some(({ token, counterparty }) => token === apes && counterparty === ZERO_ADDRESS)).toBe(false);
    }),
    { numRuns: 3000 },
  );
  expect(sales).toBeGreaterThan(20);
});

const anyOrder = fc
  .record({
    items: fc.option(
      fc.array(fc.record({ contract: fc.constant(apes), tokenId: fc.bigInt(1n, 2n), rawAmount: fc.bigInt(1n, 2n) })),
      { nil: undefined },
    ),
    seller: fc.option(fc.constantFrom(seller, artist), { nil: undefined }),
    buyer: fc.option(fc.constantFrom(buyer, artist), { nil: undefined }),
    rawAmount: fc.bigInt(0n, 9n),
  })
  .map((fields): FilledOrder => order(fields));

test("where NFTs alone show that there is no sale, payments in native coin change nothing", () => {
  let [unshown, sales] = [0, 0];
  fc.assert(
    fc.property(anyMoves, fc.array(anyOrder, { maxLength: 2 }), (moves, orders) => {
      const legs = toLegs(moves);
      const without = legs.filter(({ kind }) => kind !== LegKind.native);
      expect(mayShowSale(without)).toBe(mayShowSale(legs));
      if (mayShowSale(without)) return;
      unshown++;
      const found = findSales(chain, legs, orders);
      sales += found.length;
      expect(findSales(chain, without, orders)).toEqual(found);
    }),
    { numRuns: 1000 },
  );
  expect([unshown > 100, sales > 10]).toEqual([true, true]);
});

test("the order of the legs does not matter", () => {
  fc.assert(
    fc.property(
      anyMoves.chain((moves) => {
        const legs = toLegs(moves);
        return fc.tuple(fc.constant(legs), fc.shuffledSubarray(legs, { minLength: legs.length }));
      }),
      ([legs, shuffled]) => {
        const strip = (list: readonly Leg[]) => findSales(chain, list).map(({ position: _position, ...sale }) => sale);
        expect(strip(shuffled)).toEqual(strip(legs));
      },
    ),
  );
});
