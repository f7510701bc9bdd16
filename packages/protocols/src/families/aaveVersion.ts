import type { Address } from "@portico/evm";
import type { EventSignal, ReadContext } from "../adapter.ts";
import type { Amount } from "../position.ts";
import type { TryRead } from "../reader.ts";

/** A pool of reserves, in which supplies secure debts. */
export interface AaveMarket {
  /** Its publisher's name: "AaveV3EthereumLido". */
  name: string;
  pool: Address;
  /** The RewardsController; for V2 the IncentivesController. */
  incentives?: Address;
  /** Supplies and borrows native coin for an owner. */
  gateway?: Address;
}

/** All markets of a chain are one protocol. */
export interface AaveContracts {
  markets: readonly AaveMarket[];
}

/** Tokens of one reserve, lower-case. Since V3.2 there is no stable debt. */
export interface AaveReserve {
  /** Its index in an owner's bitmap. */
  id: number;
  asset: Address;
  aToken: Address;
  /** Earns rewards, as the aToken does. */
  variableDebt: Address;
  stableDebt?: Address;
}

export type ReserveKey = Readonly<{ pool: Address; asset: Address }>;

/** Rewards to read. */
export interface RewardRequest {
  incentives: Address;
  owner: Address;
  /** Tokens that the owner holds or has earned with. */
  tokens: readonly Address[];
  /** Rewards of V2 that no token earns any more were read with another market of the same controller. */
  isRepeated?: boolean;
}

export type RewardReads = Pick<ReadContext<unknown>, "read" | "readOnce" | "tryRead">;

/** Differences between versions of Aave. */
export interface AaveVersion {
  /** Events that record an owner's rewards; the owner may hold nothing any more. */
  accrued: Pick<EventSignal, "event" | "owners" | "key">;
  /** In their order; undefined if the pool has no such reserve. */
  findReserves(read: TryRead, keys: readonly ReserveKey[]): Promise<(AaveReserve | undefined)[]>;
  /** Unclaimed at the block. */
  readRewards(reads: RewardReads, request: RewardRequest): Promise<Amount[]>;
  /** Of markets whose table names none: the controller of each token. */
  findIncentives?(reads: RewardReads, tokens: readonly Address[]): Promise<(Address | undefined)[]>;
  /** Supplies count only as far as the reserve's cash and debts cover them. */
  isCapped?: boolean;
}
