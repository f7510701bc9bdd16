import type { Address, Hex } from "../encoding/bytea.ts";
import type { LegKind } from "./position.ts";

/** One movement, fee or approval of an owner. There is one for each participant. */
export interface Leg {
  owner: Address;
  blockNumber: bigint;
  txIndex: number;
  kind: LegKind;
  index: number;
  subIndex: number;
  isInbound: boolean;
  token: Address;
  /** Of an NFT. */
  tokenId?: bigint | undefined;
  counterparty: Address;
  /** Base units. */
  rawAmount: bigint;
  /** "0x" if there is no transaction. */
  txHash: Hex;
  /** Of the block, unix seconds. */
  timeAt: number;
}
