/** What the explorer's server tells its pages from the store: the bodies of `GET /explorer/facts/…`. */

/** What is stored of a transaction, whoever took part in it. Null is unknown, except for `to_addr`. */
export interface TransactionFacts {
  readonly chain: string;
  /** Its hash. */
  readonly id: string;
  readonly block_height: number;
  readonly tx_index: number;
  /** Of the block, unix seconds. */
  readonly time_at: number;
  readonly from_addr: string | null;
  /** Null if it created a contract, or is unknown. */
  readonly to_addr: string | null;
  readonly nonce: string | null;
  /** Wei. */
  readonly raw_value: string | null;
  /** Calldata, of which the store keeps a beginning. */
  readonly input: string | null;
  readonly is_input_cut: boolean;
  /** 0: reverted, 1: succeeded. */
  readonly status: 0 | 1 | null;
  readonly gas_used: string | null;
  /** Wei. */
  readonly raw_fee: string | null;
}

/** Transactions in a page of a block's. */
export const BLOCK_PAGE = 50;

/** A stored block, and a page of its stored transactions. */
export interface BlockFacts {
  readonly chain: string;
  readonly number: number;
  readonly hash: string;
  /** Unix seconds. */
  readonly time_at: number;
  /** The newest indexed block. */
  readonly newest: number;
  /** The first indexed block. */
  readonly since: number;
  readonly transactions: readonly BlockTransactionFacts[];
  /** Whether there are more after these. */
  readonly has_more: boolean;
}

export interface BlockTransactionFacts {
  /** Its hash. */
  readonly id: string;
  readonly tx_index: number;
  readonly from_addr: string;
  /** Null if it created a contract. */
  readonly to_addr: string | null;
  /** Wei. */
  readonly raw_value: string;
  /** Of the called function; null if it called none. */
  readonly selector: string | null;
  /** 0: reverted, 1: succeeded, null: unknown. */
  readonly status: 0 | 1 | null;
  /** Wei; null: unknown. */
  readonly raw_fee: string | null;
}

/** Who created a contract, and where; only contracts whose creation is indexed have these. */
export interface ContractFacts {
  /** An account, or another contract. */
  readonly creator: string;
  readonly tx_id: string;
  readonly block_height: number;
  /** Unix seconds. */
  readonly time_at: number;
}

/** What is stored of an NFT beside the data API. */
export interface NftFacts {
  /** The newest ones that the index has recognized, newest first. */
  readonly sales: readonly NftSaleFacts[];
}

/** A price that was paid for one. */
export interface NftSaleFacts {
  readonly tx_id: string;
  /** Of the block, unix seconds. */
  readonly time_at: number;
  /** Of the currency: untrusted text. */
  readonly symbol: string;
  /** Whole units of the currency; null if its decimals are unknown. */
  readonly amount: number | null;
  /** At today's price; 0 if that is unknown. */
  readonly usd_value: number;
}

/** A pool of a protocol, as of its last read. Null is unknown. */
export interface PoolFacts {
  readonly pool_id: string;
  /** What a deposit here is called. */
  readonly name: string;
  /** Addresses of the tokens in it. */
  readonly token_ids: readonly string[];
  readonly deposit_usd_value: number | null;
  readonly deposit_user_count: number | null;
  /** Of the block, unix seconds. */
  readonly time_at: number;
}

/** A token's price at times of equal distance, ascending; 0: no price was known. */
export interface PriceCurve {
  readonly points: readonly (readonly [timeAt: number, usdPrice: number])[];
}

/** Things that have a page. */
export type SubjectKind = "address" | "token" | "protocol" | "transaction" | "block" | "collection";

/** Something that a search found. */
export interface SearchHit {
  readonly kind: SubjectKind;
  /** Of its page, on this site. */
  readonly path: string;
  /** What it is called: untrusted text. Of a block its number. */
  readonly label: string;
  /** Another name of it, untrusted text; null if there is none. */
  readonly name: string | null;
  /** Name of the chain that it is on; null if it isn't on one alone. */
  readonly chain: string | null;
  /** Of a transaction. */
  readonly block_height?: number;
}
