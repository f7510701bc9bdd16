import type { Address } from "@portico/evm";

/** Kind of a position: the vocabulary that the contract's PortfolioItem explains. */
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
  | "Perpetuals"
  | "Prediction"
  | "Rewards"
  | "Staked"
  | "Vesting"
  | "Yield";

/** Base units of a token on the position's chain; NATIVE_TOKEN is its native coin. Never negative. */
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

/** Contents of a position. Empty parts may be omitted. */
export type PositionDetail =
  | { type: "common"; supplies: Supply[]; borrows?: Amount[]; rewards?: Amount[]; description?: string }
  /** @param unlockAt - Unix seconds. */
  | { type: "locked"; supplies: Supply[]; unlockAt: number; rewards?: Amount[]; description?: string }
  /** @param healthRate - Below 1 it can be liquidated; null without debt, or if the protocol itself has no price. */
  | { type: "lending"; supplies: Supply[]; borrows: Amount[]; rewards?: Amount[]; healthRate: number | null }
  | { type: "leveraged_farming"; supplies: Supply[]; borrows: Amount[]; rewards?: Amount[]; debtRatio: number }
  /** @param token - Everything unclaimed; `rawClaimable` of it can be claimed now. */
  | { type: "vesting"; token: Amount; rawClaimable: bigint; rawDailyUnlock?: bigint; endAt?: number }
  | { type: "reward"; rewards: Amount[] }
  | {
      type: "perpetuals";
      side: "Long" | "Short";
      /** What is traded, and how much of it. */
      size: Amount;
      /** The token that it is priced in. */
      quote: Address;
      /** What secures it. */
      margin: Amount;
      /** What closing pays: margin and profit, less losses and fees so far. */
      pays: Amount;
      /** Its value over what closing pays; 0 if that is nothing. */
      leverage: number;
      /** Paid per day, as a fraction of its value. */
      dailyFundingRate: number;
      /** In USD, by the protocol's own prices. */
      entryPrice: number;
      markPrice: number;
      pnlUsd: number;
    }
  | { type: "nft_common"; nfts: NftAmount[]; supplies?: Supply[]; rewards?: Amount[]; description?: string }
  | {
      type: "prediction";
      /** The question, or a substitute for it. */
      title: string;
      /** The outcome: "Yes". */
      side: string;
      /** The token that the outcome pays, and its amount if it wins. */
      pays: Amount;
      /** Price of one unit, in units of the paid token: 0 to 1; null if unknown. */
      price: number | null;
      isClosed: boolean;
      /** Claimable now. */
      rawClaimable: bigint;
      endAt?: number;
    };

export interface Position {
  name: PositionName;
  detail: PositionDetail;
  pool: PoolKey;
  /** Distinguishes several positions of an owner in one pool: an NFT's id. */
  positionIndex?: string;
  /** Of concentrated liquidity. */
  range?: PositionRange;
  /** In a market that anybody may have opened, and no list of its protocol has: it counts its cash, and no debts to it. */
  isUnlisted?: boolean;
}

/** Prices between which liquidity is used: base units of the second token for one of the first, 1.0001 to the power of a tick. */
export interface PositionRange {
  tokens: readonly [Address, Address];
  tickLower: number;
  /** Exclusive. */
  tickUpper: number;
  /** The pool's tick, and the square root of its price times 2 to the power of 96. */
  tick: number;
  sqrtPriceX96: bigint;
  /** What the pool keeps of a swap, in millionths; undefined if it varies, or isn't known. */
  feePpm?: number;
}

/** A pool of a protocol. Its public id is `controller`, or `controller:index`. */
export interface PoolKey {
  /** The contract that controls the deposits. */
  controller: Address;
  /** If one contract controls many pools. */
  index?: string;
}

/** State of a pool at a block. */
export interface PoolState {
  pool: PoolKey;
  name: PositionName;
  /** All contracts of the pool, including the controller. */
  contracts: Address[];
  /** All user deposits, including borrowed parts. */
  supplies: Amount[];
  /** Number of shares of the deposits: a receipt's total supply, the sum of stakes. */
  rawShares: bigint;
  /** Its supplies are also in another pool of the same protocol, as staked shares of a pair: tvl omits them here. */
  isNested?: boolean;
  /** How its depositors are found; undefined if the index can't find them. */
  depositors?: Depositors;
}

export type Depositors =
  /**
   * The holders of a receipt: an ERC-20 whose balance is the share. `supplies`: what all of it stands for, if that is not
   * everything that the pool has; empty if that is unknown.
   */
  | { by: "receipt"; token: Address; supplies?: Amount[] }
  /** Owners named by an event signal with this contract and key; the adapter's `readShares` returns their shares. */
  | { by: "interaction"; contract: Address; key?: string };
