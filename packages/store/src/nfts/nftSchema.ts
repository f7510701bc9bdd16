import type { ColumnType, Generated } from "kysely";
import type { Bytea } from "../encoding/bytea.ts";
import type { EpochSeconds } from "../encoding/epochSeconds.ts";

/** numeric(78,0): read as a decimal string, written as bigint. */
type Uint256 = ColumnType<string, bigint, bigint>;

/** An owner's NFT, from a call at `block_number`. Zeros are stored. */
type NftBalanceTable = {
  owner: Bytea;
  chain: string;
  contract: Bytea;
  token_id: Uint256;
  is_erc1155: boolean;
  raw_amount: Uint256;
  block_number: bigint;
};

/** Owners' NFTs that must be read (again): a queue per chain. */
type StaleNftTable = { chain: string; owner: Bytea; contract: Bytea; token_id: Uint256; is_erc1155: boolean };

type NftContractTable = {
  chain: string;
  address: Bytea;
  is_erc1155: boolean;
  name: string | null;
  symbol: string | null;
  logo_url: string | null;
  is_verified: Generated<boolean>;
  is_core: Generated<boolean>;
  creator: Bytea | null;
  time_at: EpochSeconds | null;
  protocol_id: Generated<string>;
  metadata_block: bigint | null;
  /** Whether the adapters have identified it, or not. */
  is_classified: Generated<boolean>;
  /** Whether its deployment was looked up; null columns were not found. */
  is_traced: Generated<boolean>;
  /** By the contract's own metadata. */
  image_url: string | null;
  /** When that is fetched; null: not again. */
  image_due_at: Generated<Date | null>;
  image_attempts: Generated<number>;
};

/** Metadata of an NFT; a row without `fetched_at` waits to be fetched. */
type NftTable = {
  chain: string;
  contract: Bytea;
  token_id: Uint256;
  is_erc1155: boolean;
  uri: string | null;
  name: string | null;
  description: string | null;
  content_type: string | null;
  content: string | null;
  thumbnail_url: string | null;
  attributes: unknown;
  fetched_at: Date | null;
  next_attempt_at: Generated<Date>;
  /** When fetched metadata is fetched again; null: never. */
  refresh_at: Date | null;
  attempts: Generated<number>;
  error: string | null;
};

/** Sale price of an NFT, derived from a transaction. */
export type NftSaleTable = {
  chain: string;
  contract: Bytea;
  token_id: Uint256;
  block_number: bigint;
  position: bigint;
  pay_token: Bytea;
  raw_amount: Uint256;
  tx_hash: Bytea;
  time_at: EpochSeconds;
};

export type NftDatabase = {
  nft_balance: NftBalanceTable;
  stale_nft: StaleNftTable;
  nft_contract: NftContractTable;
  nft: NftTable;
  nft_sale: NftSaleTable;
};
