import type { ColumnType, Generated } from "kysely";
import type { Bytea } from "../encoding/bytea.ts";
import type { AccountDatabase } from "../accounts/accountSchema.ts";
import type { DashboardDatabase } from "../accounts/dashboardSchema.ts";
import type { EpochSeconds } from "../encoding/epochSeconds.ts";
import type { MessageDatabase } from "../messages/messageSchema.ts";
import type { AccessKeyTable, DeploymentTable, FunctionSignatureTable } from "../operator/operatorSchema.ts";
import type { ConnectDatabase } from "../oauth/connectSchema.ts";
import type {
  PoolTable,
  PositionPointTable,
  PositionReadTable,
  ProtocolContractTable,
  ProtocolSwitchTable,
  ProtocolTable,
  TouchTable,
} from "../positions/positionSchema.ts";
import type {
  PriceClockTable,
  PriceObservationTable,
  PricePointTable,
  PriceSourceTable,
  PriceTable,
} from "../prices/priceSchema.ts";
import type { LeaseTable, ProcessTable, ChainStatusTable, SightTable } from "../processes/processSchema.ts";

/** numeric(78,0): read as decimal digits, written as bigint. */
type Uint256 = ColumnType<string, bigint, bigint>;

/** One row per chain that was ever indexed. */
export type ChainStateTable = {
  chain: string;
  chain_id: number;
  /** The first block whose logs are stored. */
  start_block: bigint;
  /** Of block 0, which tells chains apart that share an id; null when the node did not have it. */
  genesis_hash: Bytea | null;
  /** Every log up to this block is stored (the cursor). Null before the first range. */
  logs_block: bigint | null;
  logs_hash: Bytea | null;
  logs_time: EpochSeconds | null;
  /** Every balance is true at this block. Null until the first sync is done. */
  balances_block: bigint | null;
  balances_hash: Bytea | null;
  balances_time: EpochSeconds | null;
  /** The chain's head as last seen. */
  target_block: bigint | null;
  updated_at: ColumnType<Date, never, Date>;
};

/**
 * What an owner has of a token, as a call at `block_number` answered. Zero stays: the pair was touched; and so does null,
 * which is what a contract can't say.
 */
export type BalanceTable = {
  owner: Bytea;
  chain: string;
  token: Bytea;
  raw_amount: ColumnType<string | null, bigint | null, bigint | null>;
  block_number: bigint;
};

/** The pairs whose balance, and allowances, must be read (again): a queue per chain. */
export type StaleBalanceTable = { chain: string; owner: Bytea; token: Bytea };

/** Every block from the chain's start block to its cursor. */
export type BlockTable = { chain: string; block_number: bigint; time_at: EpochSeconds; hash: Bytea };

export type TransactionTable = {
  chain: string;
  block_number: bigint;
  tx_index: number;
  hash: Bytea;
  time_at: EpochSeconds;
  sender: Bytea;
  /** Null when it creates a contract. */
  recipient: Bytea | null;
  nonce: bigint;
  raw_value: Uint256;
  /** The first bytes of its calldata. */
  input: Bytea;
  /** The rest is the receipt's; null where the RPC gives none. */
  is_success: boolean | null;
  gas_used: bigint | null;
  raw_fee: ColumnType<string | null, bigint | null, bigint | null>;
};

/** A contract whose creation was seen. */
export type ContractTable = {
  chain: string;
  address: Bytea;
  /** Who created it: an account, or another contract. */
  creator: Bytea;
  block_number: bigint;
  tx_hash: Bytea;
  time_at: EpochSeconds;
};

/** One thing that happened to an owner in a transaction, under each participant it concerns. See legs.ts for the kinds. */
export type LegTable = {
  owner: Bytea;
  chain: string;
  block_number: bigint;
  /** Within the block: see position.ts. */
  position: bigint;
  is_inbound: boolean;
  kind: number;
  token: Bytea;
  /** Of an NFT. */
  token_id: ColumnType<string | null, bigint | null, bigint | null>;
  counterparty: Bytea;
  raw_amount: Uint256;
  /** Empty for what no transaction did: withdrawals, rewards. */
  tx_hash: Bytea;
  time_at: EpochSeconds;
};

/** An NFT that an owner has, as a call at `block_number` answered. Zero stays: it was touched. */
export type NftBalanceTable = {
  owner: Bytea;
  chain: string;
  contract: Bytea;
  token_id: Uint256;
  is_erc1155: boolean;
  raw_amount: Uint256;
  block_number: bigint;
};

/** The NFTs of owners that must be read (again): a queue per chain. */
export type StaleNftTable = { chain: string; owner: Bytea; contract: Bytea; token_id: Uint256; is_erc1155: boolean };

export type NftContractTable = {
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
};

/** What an NFT's metadata says; a row without `fetched_at` waits to be fetched. */
export type NftTable = {
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
  attempts: Generated<number>;
  error: string | null;
};

/** What an NFT was sold for, as a transaction shows. */
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

/** What a spender may move, as a call at `block_number` answered. Zero stays. */
export type ApprovalTable = {
  owner: Bytea;
  chain: string;
  token: Bytea;
  spender: Bytea;
  /** Within Permit2, and not the token's own. */
  is_permit2: boolean;
  /** Whether it must be read even if it was zero; its pair waits in stale_balance. */
  is_stale: boolean;
  /** Null when it is not known: not read yet, or the contract can't say. */
  raw_amount: ColumnType<string | null, bigint | null, bigint | null>;
  /** Unix seconds; null when it does not end by itself. */
  expires_at: bigint | null;
  /** Null, both, when no event told of it: Permit2's own allowance, read because of a permission inside it. */
  changed_block: bigint | null;
  changed_at: EpochSeconds | null;
  /** Null before the first read. */
  block_number: bigint | null;
};

/** The address that may move one NFT (ERC-721 `approve`); the zero address when none may. */
export type NftApprovalTable = {
  owner: Bytea;
  chain: string;
  contract: Bytea;
  token_id: Uint256;
  spender: Bytea;
  changed_block: bigint;
  changed_at: EpochSeconds;
  block_number: bigint;
};

/** An address that may move every NFT of a contract (`setApprovalForAll`), as a call at `block_number` answered. */
export type OperatorApprovalTable = {
  owner: Bytea;
  chain: string;
  contract: Bytea;
  operator: Bytea;
  /** Null when it is not known: not read yet, or the contract can't say. */
  is_approved: boolean | null;
  /** Whether it must be read. */
  is_stale: boolean;
  changed_block: bigint;
  changed_at: EpochSeconds;
  /** Null before the first read. */
  block_number: bigint | null;
};

export type TokenTable = {
  chain: string;
  address: Bytea;
  standard: string;
  name: string | null;
  symbol: string | null;
  decimals: number | null;
  logo_url: string | null;
  is_verified: boolean;
  is_core: boolean;
  /** When it was deployed. */
  time_at: EpochSeconds | null;
  protocol_id: string;
  /** The block that its metadata was read at; null when not read. */
  metadata_block: bigint | null;
  creator: Bytea | null;
  total_supply: ColumnType<string | null, bigint | null, bigint | null>;
  /** Null when nobody has judged it. */
  is_scam: boolean | null;
  is_suspicious: boolean | null;
  /** Whether its deployment was looked for; what was not found is null. */
  is_traced: Generated<boolean>;
  /** Whether the chain's adapters were shown it. */
  is_classified: Generated<boolean>;
};

export type Database = AccountDatabase &
  ConnectDatabase &
  DashboardDatabase &
  MessageDatabase & {
    block: BlockTable;
    transaction: TransactionTable;
    contract: ContractTable;
    nft_balance: NftBalanceTable;
    stale_nft: StaleNftTable;
    nft_contract: NftContractTable;
    nft: NftTable;
    nft_sale: NftSaleTable;
    approval: ApprovalTable;
    nft_approval: NftApprovalTable;
    operator_approval: OperatorApprovalTable;
    lease: LeaseTable;
    process: ProcessTable;
    chain_status: ChainStatusTable;
    sight: SightTable;
    chain_state: ChainStateTable;
    balance: BalanceTable;
    stale_balance: StaleBalanceTable;
    leg: LegTable;
    token: TokenTable;
    price: PriceTable;
    price_source: PriceSourceTable;
    price_observation: PriceObservationTable;
    price_point: PricePointTable;
    price_clock: PriceClockTable;
    touch: TouchTable;
    protocol_contract: ProtocolContractTable;
    protocol: ProtocolTable;
    protocol_switch: ProtocolSwitchTable;
    pool: PoolTable;
    position_read: PositionReadTable;
    position_point: PositionPointTable;
    access_key: AccessKeyTable;
    deployment: DeploymentTable;
    function_signature: FunctionSignatureTable;
  };
