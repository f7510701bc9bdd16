import type { Address } from "@portico/evm";
import type {
  ApprovalChange,
  Leg,
  NewContract,
  NftApprovalChange,
  NftKey,
  NftSale,
  OperatorApprovalChange,
  PriceObservation,
  Transaction,
} from "@portico/store";
import type { TouchSpan } from "../decode/touches.ts";
import { createPairSet } from "./pairSet.ts";
import type { PairSet } from "./pairSet.ts";

/** What a range of blocks changes. Of what is overwritten by a later event only the last is kept, by key. */
export interface Changes {
  legs: Leg[];
  transactions: Transaction[];
  contracts: NewContract[];
  /** Whose balance and allowances of what must be read. */
  pairs: PairSet;
  /** By `owner contract tokenId`. */
  nfts: Map<string, NftKey>;
  /** Tokens whose holders' balances may all have moved: rebased, or their code was replaced. */
  moved: Set<Address>;
  /** Contracts whose code was replaced: what they say of themselves must be read again. */
  upgraded: Set<Address>;
  /** By `owner token spender isPermit2`. */
  approvals: Map<string, ApprovalChange>;
  /** By `owner contract tokenId`. */
  nftApprovals: Map<string, NftApprovalChange>;
  /** By `owner contract operator`. */
  operatorApprovals: Map<string, OperatorApprovalChange>;
  sales: NftSale[];
  /** What may be a source of prices said last in a block. By `address block`. */
  observations: Map<string, PriceObservation>;
  /** Who touched what of a protocol. By `owner contract key`. */
  touches: Map<string, TouchSpan>;
}

/** What is left of it when its legs and transactions are rows. */
export type Touched = Omit<Changes, "legs" | "transactions">;

/** @param expectedPairs - How many there will be, about. */
export const createChanges = (expectedPairs?: number): Changes => ({
  legs: [],
  transactions: [],
  contracts: [],
  pairs: createPairSet(expectedPairs),
  nfts: new Map(),
  moved: new Set(),
  upgraded: new Set(),
  approvals: new Map(),
  nftApprovals: new Map(),
  operatorApprovals: new Map(),
  sales: [],
  observations: new Map(),
  touches: new Map(),
});
