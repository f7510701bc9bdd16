import type { Address } from "@portico/evm";
import type {
  AnnouncedRebase,
  ApprovalChange,
  FeeRecipient,
  Leg,
  NewContract,
  NftApprovalChange,
  NftKey,
  NftRefresh,
  NftSale,
  OperatorApprovalChange,
  OwnerSet,
  Pair,
  PriceObservation,
  TokenLog,
  Transaction,
} from "@portico/store";
import type { InteractionSpan } from "../decode/interactions.ts";
import type { TwinSightings } from "../decode/twinTransfer.ts";
import { createPairSet } from "./pairSet.ts";
import type { PairSet } from "./pairSet.ts";

/** Changes made by a range of blocks. Of values that a later event overwrites only the last is kept, by key. */
export interface Changes {
  legs: Leg[];
  transactions: Transaction[];
  contracts: NewContract[];
  /** Owners and tokens whose balance and allowances must be read. */
  pairs: PairSet;
  /** By `owner contract tokenId`. */
  nfts: Map<string, NftKey>;
  /** Tokens of which every holder's balance may have changed: rebased, or their code was replaced. */
  moved: Set<Address>;
  /** The first rebase of each token that announced some. */
  rebased: Map<Address, AnnouncedRebase>;
  /** Contracts whose code was replaced: their metadata must be read again. */
  upgraded: Set<Address>;
  /** By `owner token spender isPermit2`. */
  approvals: Map<string, ApprovalChange>;
  /** By `owner contract tokenId`. */
  nftApprovals: Map<string, NftApprovalChange>;
  /** By `owner contract operator`. */
  operatorApprovals: Map<string, OperatorApprovalChange>;
  sales: NftSale[];
  /** NFTs whose contracts reported new metadata. By contract. */
  refreshes: Map<Address, NftRefresh>;
  /** The last observation per block of each candidate price source. By `address block`. */
  observations: Map<string, PriceObservation>;
  /** Logs that name an owner and are neither a movement nor an approval. */
  tokenLogs: TokenLog[];
  /** Owners' interactions with protocol contracts. By `owner contract key`. */
  interactions: Map<string, InteractionSpan>;
  /** Blocks' recipients of fees, by span. By `owner span`. */
  feeRecipients: Map<string, FeeRecipient>;
  /** Pairs of tokens that logged the same movements. By `token twin`. */
  twins: TwinSightings;
}

/** The remainder once legs and transactions have been converted to rows. */
export interface ChangedState extends Omit<Changes, "legs" | "transactions"> {
  /** Pairs that only logs in `tokenLogs` name, as far as their balances must be read. */
  named?: readonly Pair[];
}

/**
 * @param expectedPairs - Approximate number of pairs.
 * @param owners - Only their pairs are added; all if omitted.
 */
export const createChanges = (expectedPairs?: number, owners?: OwnerSet): Changes => ({
  legs: [],
  transactions: [],
  contracts: [],
  pairs: createPairSet(expectedPairs, owners),
  nfts: new Map(),
  moved: new Set(),
  rebased: new Map(),
  upgraded: new Set(),
  approvals: new Map(),
  nftApprovals: new Map(),
  operatorApprovals: new Map(),
  sales: [],
  refreshes: new Map(),
  observations: new Map(),
  tokenLogs: [],
  interactions: new Map(),
  feeRecipients: new Map(),
  twins: new Map(),
});
