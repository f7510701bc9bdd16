import type { ColumnType, Generated } from "kysely";
import type { Bytea } from "../encoding/bytea.ts";
import type {
  BalanceTable,
  FeeRecipientTable,
  ResidualTable,
  StaleBalanceTable,
  TokenDriftTable,
  TokenLogTable,
} from "../balances/balanceSchema.ts";
import type { AccountDatabase } from "../accounts/accountSchema.ts";
import type { DashboardDatabase } from "../accounts/dashboardSchema.ts";
import type { EpochSeconds } from "../encoding/epochSeconds.ts";
import type { ExplorerDatabase } from "../explorer/explorerSchema.ts";
import type { MessageDatabase } from "../messages/messageSchema.ts";
import type { NftDatabase } from "../nfts/nftSchema.ts";
import type { AccessKeyTable, DeploymentTable, FunctionSignatureTable } from "../operator/operatorSchema.ts";
import type {
  FollowedOwnerTable,
  HolderScanTable,
  HistoryTokenTable,
  NewContractTable,
  OwnerHistoryTable,
  TokenHolderTable,
} from "../owners/ownerSchema.ts";
import type { ConnectDatabase } from "../oauth/connectSchema.ts";
import type {
  PoolTable,
  PositionPointTable,
  PositionReadTable,
  ProtocolContractTable,
  ProtocolSwitchTable,
  ProtocolTable,
  EmitterTable,
  EventScanTable,
  InteractionTable,
} from "../positions/positionSchema.ts";
import type { PriceDatabase } from "../prices/priceSchema.ts";
import type { KeptRange } from "../retention/retentionSchema.ts";
import type { SubscriptionDatabase } from "../subscriptions/subscriptionSchema.ts";
import type { LeaseTable, ProcessTable, ChainStatusTable, InitialScanTable } from "../processes/processSchema.ts";

/** numeric(78,0): read as a decimal string, written as bigint. */
type Uint256 = ColumnType<string, bigint, bigint>;

export type IndexMode = "full" | "owners";

/** One row per chain that was ever indexed. */
export type ChainStateTable = KeptRange & {
  chain: string;
  chain_id: number;
  /** The first indexed block; the first that is kept, if earlier ones were dropped. */
  start_block: bigint;
  /** Hash of block 0, which distinguishes chains with the same id; null if the node did not have it. */
  genesis_hash: Bytea | null;
  /** Every log up to this block is stored (the cursor). Null before the first range. */
  logs_block: bigint | null;
  logs_hash: Bytea | null;
  logs_time: EpochSeconds | null;
  /** The block of all balances. Null until the first sync is complete. */
  balances_block: bigint | null;
  balances_hash: Bytea | null;
  balances_time: EpochSeconds | null;
  /** The last known head of the chain. */
  target_block: bigint | null;
  /** Up to here, all legs of a pair are contained in its balance or precede a rewind's base. Null before the first sync. */
  ledger_block: bigint | null;
  /** After this block all logs are searched for owners; null if they are not. */
  all_logs_since: bigint | null;
  /** After this block all movements of the native coin are legs; null if they are not. */
  all_coins_since: bigint | null;
  /** Whether everything is stored, or only what concerns followed owners. */
  index_mode: Generated<IndexMode>;
  /** Changes whenever followed owners are removed. */
  owners_version: Generated<bigint>;
  updated_at: ColumnType<Date, never, Date>;
};

/** Two contracts that logged the same movements, and whether `token` is left out: see tokenTwins.ts. */
export type TokenTwinTable = { chain: string; token: Bytea; twin: Bytea; is_known: boolean };

/** Every block from the chain's start block to its cursor. */
export type BlockTable = { chain: string; block_number: bigint; time_at: EpochSeconds; hash: Bytea };

export type TransactionTable = {
  chain: string;
  block_number: bigint;
  tx_index: number;
  hash: Bytea;
  time_at: EpochSeconds;
  sender: Bytea;
  /** Null if it creates a contract. */
  recipient: Bytea | null;
  nonce: bigint;
  raw_value: Uint256;
  /** The first bytes of its calldata. */
  input: Bytea;
  /** The rest is from the receipt; null if the RPC returns none. */
  is_success: boolean | null;
  gas_used: bigint | null;
  raw_fee: ColumnType<string | null, bigint | null, bigint | null>;
};

/** A contract whose creation was indexed. */
export type ContractTable = {
  chain: string;
  address: Bytea;
  /** The creator: an account, or another contract. */
  creator: Bytea;
  block_number: bigint;
  tx_hash: Bytea;
  time_at: EpochSeconds;
};

/** A movement, fee or approval in a transaction, once for each participant. For the kinds see legs.ts. */
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
  /** Empty if there is no transaction: withdrawals, rewards. */
  tx_hash: Bytea;
  time_at: EpochSeconds;
};

/** Whether an account has code; a row without `block_number` waits to be read. */
export type AccountCodeTable = {
  chain: string;
  address: Bytea;
  has_code: boolean | null;
  block_number: bigint | null;
  /** Of the block; null also if an earlier version read it. */
  time_at: EpochSeconds | null;
  /** The contract whose code it runs by EIP-7702; null also if an earlier version read it. */
  delegate: Bytea | null;
};

/** Other contracts that a contract belongs to; a row without `block_number` waits to be read. */
export type ContractLinkTable = {
  chain: string;
  address: Bytea;
  implementation: Bytea | null;
  beacon: Bytea | null;
  factory: Bytea | null;
  block_number: bigint | null;
};

/** The blocks that were searched for contracts to read. */
export type ContractLinkScanTable = { chain: string; first_block: bigint; last_block: bigint };

/** A transaction whose wraps an earlier version may have stored twice: see wrapRepairs.ts. */
export type WrapRepairTable = {
  chain: string;
  block_number: bigint;
  tx_hash: Bytea;
};

/** A spender's allowance, from a call at `block_number`. Zeros are stored. */
export type ApprovalTable = {
  owner: Bytea;
  chain: string;
  token: Bytea;
  spender: Bytea;
  /** Within Permit2, instead of the token's own. */
  is_permit2: boolean;
  /** Whether it must be read even if it was zero; its pair is in stale_balance. */
  is_stale: boolean;
  /** Null if unknown: not read yet, or the call fails. */
  raw_amount: ColumnType<string | null, bigint | null, bigint | null>;
  /** Unix seconds; null if it does not expire. */
  expires_at: bigint | null;
  /** Both null if there was no event: Permit2's own allowance, read because of a permission within it. */
  changed_block: bigint | null;
  changed_at: EpochSeconds | null;
  /** Null before the first read. */
  block_number: bigint | null;
};

/** The address approved for one NFT (ERC-721 `approve`); the zero address if none. */
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

/** An address approved for all NFTs of a contract (`setApprovalForAll`), from a call at `block_number`. */
export type OperatorApprovalTable = {
  owner: Bytea;
  chain: string;
  contract: Bytea;
  operator: Bytea;
  /** Null if unknown: not read yet, or the call fails. */
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
  /** Time of deployment. */
  time_at: EpochSeconds | null;
  protocol_id: string;
  /** The block at which its metadata was read; null if not read. */
  metadata_block: bigint | null;
  creator: Bytea | null;
  total_supply: ColumnType<string | null, bigint | null, bigint | null>;
  /** Null until judged. */
  is_scam: boolean | null;
  is_suspicious: boolean | null;
  /** Whether its deployment was looked up; null columns were not found. */
  is_traced: Generated<boolean>;
  /** Whether it was passed to the chain's adapters. */
  is_classified: Generated<boolean>;
};

export type Database = AccountDatabase &
  ConnectDatabase &
  DashboardDatabase &
  ExplorerDatabase &
  MessageDatabase &
  NftDatabase &
  SubscriptionDatabase &
  PriceDatabase & {
    block: BlockTable;
    transaction: TransactionTable;
    account_code: AccountCodeTable;
    wrap_repair: WrapRepairTable;
    contract: ContractTable;
    contract_link: ContractLinkTable;
    contract_link_scan: ContractLinkScanTable;
    approval: ApprovalTable;
    nft_approval: NftApprovalTable;
    operator_approval: OperatorApprovalTable;
    lease: LeaseTable;
    process: ProcessTable;
    chain_status: ChainStatusTable;
    sight: InitialScanTable;
    followed_owner: FollowedOwnerTable;
    owner_history: OwnerHistoryTable;
    history_token: HistoryTokenTable;
    new_contract: NewContractTable;
    holder_scan: HolderScanTable;
    token_holder: TokenHolderTable;
    chain_state: ChainStateTable;
    balance: BalanceTable;
    residual: ResidualTable;
    token_drift: TokenDriftTable;
    fee_recipient: FeeRecipientTable;
    stale_balance: StaleBalanceTable;
    leg: LegTable;
    token: TokenTable;
    token_twin: TokenTwinTable;
    token_log: TokenLogTable;
    touch: InteractionTable;
    emitter: EmitterTable;
    event_scan: EventScanTable;
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
