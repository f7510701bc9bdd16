/** Kinds of legs. The numbers are stored. */
export const LegKind = {
  /** Fungible tokens, including the wrapped native coin. */
  token: 0,
  nft: 1,
  /** The native coin: a transaction's own value, or an internal transfer. */
  native: 2,
  /** Gas paid by the sender. */
  fee: 3,
  /** From the consensus layer (EIP-4895). */
  withdrawal: 4,
  /** To the block's producer, in addition to fees. */
  reward: 5,
  /** ERC-20 `approve`; the amount is the new allowance. */
  approval: 6,
  permit2Approval: 7,
  /** ERC-721 `approve`: 1, or 0 if revoked. */
  nftApproval: 8,
  /** `setApprovalForAll`: 1 or 0. */
  operatorApproval: 9,
  /** A marker under the token's own address: all its balances have changed without a transfer. */
  moved: 10,
  /**
   * A change of a token's balance without a Transfer, in the only transaction that explains it: see residuals.ts. The
   * sub-index is BACKWARDS if the token logs its transfers backwards.
   */
  unlogged: 11,
  /**
   * A contract's event that names the owner: the token and counterparty are the contract, the sub-index is the event's
   * code. Of a bridge's event, the amount is its number of the other chain plus one, or 0 if it doesn't say, and the
   * token id is the transfer's id.
   */
  event: 12,
} as const;
export type LegKind = (typeof LegKind)[keyof typeof LegKind];

/** Sub-index of an unlogged change that is minus twice the transfers in its range. */
export const BACKWARDS = 1;

/** Location of a leg in its block. */
export interface LegLocation {
  /** 0xffffff: after all transactions. */
  txIndex: number;
  kind: LegKind;
  /** Of the log, of the trace in execution order, or of the withdrawal. */
  index: number;
  /** Within the log: index in a batch. */
  subIndex: number;
}

export const AFTER_TRANSACTIONS = 0xff_ff_ff;
const MAX = { txIndex: AFTER_TRANSACTIONS, index: (1 << 20) - 1, subIndex: (1 << 15) - 1 };

/** Numbers of bits of a position below its transaction index, its kind, and its index. */
export const [TX_BITS, KIND_BITS, INDEX_BITS] = [39, 35, 15];

/**
 * A location as one int8 that orders a block: 24 bits for the transaction, 4 for the kind, 20 for the index, 15 for the
 * sub-index. Returned as halves, because a bigint for every leg is slow.
 * @throws RangeError if a value is out of range: no block is that large.
 */
export function encodeLocation({ txIndex, kind, index, subIndex }: LegLocation): { high: number; low: number } {
  if (txIndex > MAX.txIndex || index > MAX.index || subIndex > MAX.subIndex) {
    throw new RangeError(`No block has a transaction ${txIndex}, a log ${index}, an entry ${subIndex}`);
  }
  return { high: txIndex * 128 + kind * 8 + (index >>> 17), low: (index & 0x1_ff_ff) * 32_768 + subIndex };
}

/** The same as a bigint, as in the column `position`. */
export function encodePosition(location: LegLocation): bigint {
  const { high, low } = encodeLocation(location);
  return (BigInt(high) << 32n) | BigInt(low);
}

export function decodePosition(position: bigint): LegLocation {
  const [high, low] = [Number(position >> 32n), Number(position & 0xff_ff_ff_ffn)];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what encodeLocation wrote
  const kind = (Math.floor(high / 8) % 16) as LegKind;
  return {
    txIndex: Math.floor(high / 128),
    kind,
    index: (high % 8) * 0x2_00_00 + Math.floor(low / 32_768),
    subIndex: low % 32_768,
  };
}
