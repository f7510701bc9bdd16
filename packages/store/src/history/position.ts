/** What a leg tells of. The numbers are stored. */
export const LegKind = {
  /** Fungible tokens, the wrapped native coin among them. */
  token: 0,
  nft: 1,
  /** The native coin: a transaction's own value, or moved within it. */
  native: 2,
  /** What the sender paid for gas. */
  fee: 3,
  /** From the consensus layer (EIP-4895). */
  withdrawal: 4,
  /** To the block's producer, beyond fees. */
  reward: 5,
  /** ERC-20 `approve`; the amount is what is allowed from now on. */
  approval: 6,
  permit2Approval: 7,
  /** ERC-721 `approve`: 1, or 0 when nobody may any more. */
  nftApproval: 8,
  /** `setApprovalForAll`: 1 or 0. */
  operatorApproval: 9,
  /** A token's own note, under its address: what all its holders have changed without a transfer. */
  moved: 10,
} as const;
export type LegKind = (typeof LegKind)[keyof typeof LegKind];

/** Where something stands in its block. */
export interface Place {
  /** 0xffffff: after all transactions. */
  txIndex: number;
  kind: LegKind;
  /** Of the log, of the trace in the order of execution, of the withdrawal. */
  index: number;
  /** Within the log: of a batch. */
  subIndex: number;
}

export const AFTER_TRANSACTIONS = 0xff_ff_ff;
const MAX = { txIndex: AFTER_TRANSACTIONS, index: (1 << 20) - 1, subIndex: (1 << 15) - 1 };

/**
 * A place as one int8 that orders a block: 24 bits for the transaction, 4 for the kind, 20 for the index, 15 for the
 * sub-index. As its halves, because a bigint for every leg is slow.
 * @throws RangeError for what does not fit: no block is that large.
 */
export function encodePlace({ txIndex, kind, index, subIndex }: Place): { high: number; low: number } {
  if (txIndex > MAX.txIndex || index > MAX.index || subIndex > MAX.subIndex) {
    throw new RangeError(`No block has a transaction ${txIndex}, a log ${index}, an entry ${subIndex}`);
  }
  return { high: txIndex * 128 + kind * 8 + (index >>> 17), low: (index & 0x1_ff_ff) * 32_768 + subIndex };
}

/** The same as a bigint, as the column `position` is read. */
export function encodePosition(place: Place): bigint {
  const { high, low } = encodePlace(place);
  return (BigInt(high) << 32n) | BigInt(low);
}

export function decodePosition(position: bigint): Place {
  const [high, low] = [Number(position >> 32n), Number(position & 0xff_ff_ff_ffn)];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what encodePlace wrote
  const kind = (Math.floor(high / 8) % 16) as LegKind;
  return {
    txIndex: Math.floor(high / 128),
    kind,
    index: (high % 8) * 0x2_00_00 + Math.floor(low / 32_768),
    subIndex: low % 32_768,
  };
}
