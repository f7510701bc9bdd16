import { NATIVE_TOKEN, ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import { encodePosition, LegKind } from "@portico/store";
import type { Leg } from "@portico/store";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { findSales } from "./sales.ts";

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
])("%s is a sale", (_, moves, payToken, rawAmount) => {
  expect(find(...moves)).toEqual([{ payToken, rawAmount }]);
});

test.each<[string, Move[]]>([
  ["a gift", [fee, nft(seller, buyer)]],
  ["a mint that is paid for", [nft(ZERO_ADDRESS, buyer), pay(buyer, apes, 5n)]],
  ["a burn", [nft(seller, ZERO_ADDRESS), pay(market, seller, 5n)]],
  ["two NFTs at one price", [nft(seller, buyer), nft(seller, buyer, 9n), pay(buyer, seller, 5n)]],
  ["several of an ERC-1155", [nft(seller, buyer, 8n, 2n), pay(buyer, seller, 5n)]],
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

test("for any moves there is at most one sale; its price left the buyer, who has one NFT more, and reached a seller with one less", () => {
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
      expect([net(to!, apes), net(from!, apes), net(to!, ...money)]).toEqual([1n, -1n, -sale.rawAmount]);
      expect(net(from!, ...money)).toBeGreaterThan(0n);
      expect(sale.rawAmount).toBeGreaterThan(0n);
      expect(legs.some(({ token, counterparty }) => token === apes && counterparty === ZERO_ADDRESS)).toBe(false);
    }),
    { numRuns: 3000 },
  );
  expect(sales).toBeGreaterThan(20);
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
