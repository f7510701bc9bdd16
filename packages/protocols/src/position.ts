import type { Address } from "@portico/evm";

/** What a position is called: the field's vocabulary, which the contract's PortfolioItem explains. */
export type PositionName =
  | "Deposit"
  | "Farming"
  | "Governance"
  | "Investment"
  | "Lending"
  | "Leveraged Farming"
  | "Liquidity Pool"
  | "Locked"
  | "NFT Staked"
  | "Prediction"
  | "Rewards"
  | "Staked"
  | "Vesting"
  | "Yield";

/** Base units of a token on the position's chain; NATIVE_TOKEN is its coin. Never negative. */
export interface Amount {
  token: Address;
  rawAmount: bigint;
}

export interface Supply extends Amount {
  /** In lending: whether it secures the debt. */
  isCollateral?: boolean;
}

export interface NftAmount {
  contract: Address;
  tokenId: bigint;
  rawAmount: bigint;
}

/** What a position is made of. What is empty may be left out. */
export type PositionDetail =
  | { type: "common"; supplies: Supply[]; borrows?: Amount[]; rewards?: Amount[]; description?: string }
  /** @param unlockAt - Unix seconds. */
  | { type: "locked"; supplies: Supply[]; unlockAt: number; rewards?: Amount[]; description?: string }
  /** @param healthRate - Below 1 it can be liquidated; null without debt, or where the protocol itself has no price. */
  | { type: "lending"; supplies: Supply[]; borrows: Amount[]; rewards?: Amount[]; healthRate: number | null }
  | { type: "leveraged_farming"; supplies: Supply[]; borrows: Amount[]; rewards?: Amount[]; debtRatio: number }
  /** @param token - All that is not claimed yet; `rawClaimable` of it can be taken now. */
  | { type: "vesting"; token: Amount; rawClaimable: bigint; rawDailyUnlock?: bigint; endAt?: number }
  | { type: "reward"; rewards: Amount[] }
  | { type: "nft_common"; nfts: NftAmount[]; supplies?: Supply[]; rewards?: Amount[]; description?: string }
  | {
      type: "prediction";
      /** The question, or what stands for it. */
      title: string;
      /** Of the outcome: "Yes". */
      side: string;
      /** What the outcome is paid in, and how much of it the position pays if it wins. */
      pays: Amount;
      /** Of one unit that wins, in units of what is paid: 0 to 1; null when not known. */
      price: number | null;
      isClosed: boolean;
      /** What can be claimed now. */
      rawClaimable: bigint;
      endAt?: number;
    };

export interface Position {
  name: PositionName;
  detail: PositionDetail;
  pool: PoolKey;
  /** Which one, where an owner can have several in one pool: the number of an NFT. */
  positionIndex?: string;
}

/** One place in a protocol. Its public id is `controller`, or `controller:index`. */
export interface PoolKey {
  /** The contract that controls the deposits. */
  controller: Address;
  /** Where one contract controls many. */
  index?: string;
}

/** A place where people deposit, as it is at a block. */
export interface PoolState {
  pool: PoolKey;
  name: PositionName;
  /** The contracts that take part, the controller among them. */
  contracts: Address[];
  /** All that users have deposited, borrowed parts included. */
  supplies: Amount[];
  /** In how many units the deposits are shared out: a receipt's total supply, the sum of stakes. */
  rawShares: bigint;
  /** Its supplies are in another pool of the same protocol too, as shares of a pair that are staked: tvl leaves them out here. */
  isNested?: boolean;
  /** Who has them; left out where the index can't tell. */
  depositors?: Depositors;
}

export type Depositors =
  /** The holders of a receipt: an ERC-20 whose amount is the share. */
  | { by: "receipt"; token: Address }
  /** Whom an event signal named with this contract and key; `readShares` of the adapter says how much each has. */
  | { by: "touch"; contract: Address; key?: string };
