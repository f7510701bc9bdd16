import type { DevnetToken } from "@portico/devnet";
import type { Address } from "viem";
import { type Call, encode, encodeAggregate3, encodeAggregate3Value } from "./calldata.ts";

export const MULTICALL3: Address = "0xca11bde05977b3631167028862be2a173976ca11";
const MAX = 2n ** 256n - 1n;
const TOKENS_PER_SENDER = 3;

export interface Transaction extends Call {
  readonly from: Address;
}

export interface Traffic {
  readonly senders: readonly Address[];
  /** Holder and token of every final balance: senders and all recipients. */
  readonly pairs: ReadonlySet<`${Address} ${Address}`>;
  /** Gives every sender some tokens (in calls of `treasury`) and approves Multicall3 to move them. */
  listSetUp(treasury: Address): Transaction[];
  next(): Transaction;
}

/** Pseudorandom numbers in [0, 1), deterministic by seed. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0; // mulberry32
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const nameAddress = (prefix: string, n: number): Address =>
  `0x${prefix}${(Math.imul(n + 1, 0x9e3779b1) >>> 0).toString(16).padStart(8, "0")}${n.toString(16).padStart(24, "0")}`;

/**
 * Traffic as an indexer sees it: of 20 transactions 14 move 3 tokens, 3 move 5, 2 move 2 tokens and the native coin in
 * an internal call, and one is a plain transfer. Senders move some of their tokens often to a few receivers, and
 * occasionally to many others.
 */
export function createTraffic(
  tokens: readonly DevnetToken[],
  { senderCount = 1_500, receiverCount = 30_000 }: { senderCount?: number; receiverCount?: number } = {},
): Traffic {
  const random = createRandom(1);
  const pick = (count: number): number => Math.floor(random() * count);
  const senders = Array.from({ length: senderCount }, (_, n) => nameAddress("5e4de400", n));
  const pairs = new Set<`${Address} ${Address}`>();
  const receiver = (): Address => nameAddress("4ece1fe4", Math.floor(receiverCount * random() ** 3));
  const tokenOf = (sender: number, n: number): DevnetToken => tokens[(sender + n * 2) % tokens.length]!;
  const amountOf = ({ decimals }: DevnetToken): bigint => BigInt(1 + pick(1e7)) * (decimals > 8 ? 99_999_999_977n : 1n);

  const move = (sender: number): { to: Address; rawAmount: bigint; token: Address } => {
    const token = tokenOf(sender, pick(TOKENS_PER_SENDER));
    const to = receiver();
    const address: Address = `0x${token.address.slice(2).toLowerCase()}`;
    pairs.add(`${to} ${address}`);
    return { to, rawAmount: amountOf(token), token: address };
  };
  const moveFor = (sender: number): Call => {
    const { to, rawAmount, token } = move(sender);
    return { to: token, data: encode("transferFrom", senders[sender]!, to, rawAmount) };
  };
  const moves = (sender: number, count: number): Call[] => Array.from({ length: count }, () => moveFor(sender));

  return {
    senders,
    pairs,
    listSetUp(treasury) {
      const granted = senders.flatMap((owner, sender) =>
        Array.from({ length: TOKENS_PER_SENDER }, (_, n) => ({ owner, token: tokenOf(sender, n) })),
      );
      for (const { owner, token } of granted) pairs.add(`${owner} ${toLowerCase(token.address)}`);
      return [
        ...tokens.map(({ address }) => ({ from: treasury, to: address, data: encode("approve", MULTICALL3, MAX) })),
        ...inGroups(granted, 100).map((group) => ({
          from: treasury,
          to: MULTICALL3,
          data: encodeAggregate3(
            group.map(({ owner, token }) => ({
              to: token.address,
              data: encode("transferFrom", treasury, owner, token.decimals > 8 ? 400n * 10n ** 18n : 10n ** 10n),
            })),
          ),
        })),
        ...granted.map(({ owner, token }) => ({
          from: owner,
          to: token.address,
          data: encode("approve", MULTICALL3, MAX),
        })),
      ];
    },
    next() {
      const sender = pick(senderCount);
      const from = senders[sender]!;
      const kind = random() * 20;
      if (kind < 14) return { from, to: MULTICALL3, data: encodeAggregate3(moves(sender, 3)) };
      if (kind < 17) return { from, to: MULTICALL3, data: encodeAggregate3(moves(sender, 5)) };
      if (kind < 19) {
        const value = BigInt(1 + pick(1e9)) * 1_000_003n;
        const calls = [...moves(sender, 2), { to: receiver(), data: "0x", value } as const];
        return { from, to: MULTICALL3, data: encodeAggregate3Value(calls), value };
      }
      const { to, rawAmount, token } = move(sender);
      return { from, to: token, data: encode("transfer", to, rawAmount) };
    },
  };
}

const toLowerCase = (address: Address): Address => `0x${address.slice(2).toLowerCase()}`;

export const inGroups = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, n) => items.slice(n * size, (n + 1) * size));
