import { fromBytea, toByteaArray, toNumberArray } from "../encoding/bytea.ts";
import type { Address, Bytea } from "../encoding/bytea.ts";
import { createStoreBatches } from "../database/batch.ts";
import { isPool, withClient } from "../database/database.ts";
import type { Store } from "../database/database.ts";
import { isDistributed } from "../distribution/isDistributed.ts";
import { toSeenArrays } from "../distribution/toSeenArrays.ts";
import { COLLECTION, NFT_DETAILS, toNftDetails } from "../nfts/nftDetails.ts";
import type { NftDetails, NftDetailsJson } from "../nfts/nftDetails.ts";
import type { NftId } from "../nfts/nftKeys.ts";

/** An address of a chain. */
export interface ChainAddress {
  chain: string;
  address: Address;
}

export interface ContractMetadata extends ChainAddress {
  /** By the adapters that claimed it, the first by id; undefined if none did. */
  protocolId: string | undefined;
  /** Whether its creation was indexed. */
  isCreated: boolean;
  /** The account or contract that created it, if that was indexed, or looked up for a token or an NFT collection. */
  creator: Address | undefined;
  /** The contract whose code it runs, the beacon that names that, and the factory that has a record of it. */
  implementation: Address | undefined;
  beacon: Address | undefined;
  factory: Address | undefined;
  /** What was read of its code; undefined if nobody requested it. */
  code: AccountCodeStatus | undefined;
}

/** Whether an account has code, as far as it was read. */
export interface AccountCodeStatus {
  /** undefined until it is read. */
  hasCode: boolean | undefined;
  /** The contract whose code it runs by EIP-7702, without code of its own. */
  delegate: Address | undefined;
  /** The block at which it was read; undefined while it waits, whatever was read before. */
  readBlock: bigint | undefined;
  /** Whether it was read more than CODE_AGE before the chain's head. */
  isOld: boolean;
}

/** Seconds after which an account without code is read again, if a page shows it: it may have got some. */
const CODE_AGE = 86_400;

/** $1: chains, $2: addresses; as subqueries for the same reason as in unseenOwners.ts. */
const CONTRACT_METADATA = {
  name: "portico-contract-metadata",
  text: `
    select k.chain, k.address, p.protocol_id, c.creator is not null as is_created,
      coalesce(c.creator, n.creator, t.creator) as creator, l.implementation, l.beacon, l.factory,
      a.address is not null as is_requested, a.has_code, a.delegate, a.block_number as read_block, coalesce(a.time_at, 0) < (
        select balances_time from chain_state s where s.chain = k.chain
      ) - ${CODE_AGE} as is_old
    from (
      select distinct chain, address from unnest((select $1::text[]), (select $2::bytea[])) as t(chain, address)
    ) k
    left join lateral (
      select protocol_id from protocol_contract p
      where p.chain = k.chain and p.address = k.address and p.protocol_id <> '' order by precedence, protocol_id limit 1
    ) p on true
    left join contract c on c.chain = k.chain and c.address = k.address
    left join token t on t.chain = k.chain and t.address = k.address
    left join nft_contract n on n.chain = k.chain and n.address = k.address
    left join contract_link l on l.chain = k.chain and l.address = k.address
    left join account_code a on a.chain = k.chain and a.address = k.address`,
};

/**
 * Metadata of these addresses as contracts, one each, in any order. By the primary keys of protocol_contract, contract,
 * token, nft_contract, contract_link and account_code. Concurrent reads share a statement.
 */
export async function listContractMetadata(db: Store, addresses: readonly ChainAddress[]): Promise<ContractMetadata[]> {
  if (addresses.length === 0) return [];
  return isPool(db) ? await readInBatch(db, addresses) : await readContracts(db, addresses);
}

const BATCH_LIMITS = { running: 4, size: 16 };
const readInBatch = createStoreBatches(readLists, BATCH_LIMITS);

async function readLists(db: Store, lists: readonly (readonly ChainAddress[])[]): Promise<ContractMetadata[][]> {
  const all = await readContracts(db, lists.flat());
  if (lists.length === 1) return [all];
  const byKey = new Map(all.map((contract) => [keyOf(contract), contract]));
  return lists.map((list) => [...new Set(list.map(keyOf))].flatMap((key) => byKey.get(key) ?? []));
}

const keyOf = ({ chain, address }: ChainAddress): string => `${chain} ${address}`;

async function readContracts(db: Store, addresses: readonly ChainAddress[]): Promise<ContractMetadata[]> {
  const values = [addresses.map(({ chain }) => chain), toByteaArray(addresses.map(({ address }) => address))];
  const { rows } = await withClient(db, (client) => client.query<ContractRow>({ ...CONTRACT_METADATA, values }));
  return rows.map(toContractMetadata);
}

const toContractMetadata = (row: ContractRow): ContractMetadata => ({
  chain: row.chain,
  address: fromBytea(row.address),
  protocolId: row.protocol_id ?? undefined,
  isCreated: row.is_created,
  creator: toAddress(row.creator),
  implementation: toAddress(row.implementation),
  beacon: toAddress(row.beacon),
  factory: toAddress(row.factory),
  code: row.is_requested
    ? {
        hasCode: row.has_code ?? undefined,
        delegate: toAddress(row.delegate),
        readBlock: row.read_block ?? undefined,
        isOld: row.is_old === true,
      }
    : undefined,
});

type ContractRow = {
  chain: string;
  address: Bytea;
  protocol_id: string | null;
  is_created: boolean;
  creator: Bytea | null;
  implementation: Bytea | null;
  beacon: Bytea | null;
  factory: Bytea | null;
  is_requested: boolean;
  has_code: boolean | null;
  delegate: Bytea | null;
  read_block: bigint | null;
  is_old: boolean | null;
};

const toAddress = (bytea: Bytea | null): Address | undefined => (bytea === null ? undefined : fromBytea(bytea));

/** Of metadata, approximately. One NFT's can be a megabyte, and anybody can send an owner many. */
const BYTES_MAX = 2_000_000;

/** $1: chains, $2: contracts, $3: numbers; as subqueries for the same reason as in unseenOwners.ts. */
const DETAILS_OF_NFTS = {
  name: "portico-nft-details",
  text: `
    with known as materialized (
      select k.chain, k.contract, k.token_id, coalesce(d.is_erc1155, m.is_erc1155, false) as is_erc1155,
        sum(coalesce(octet_length(m.content), 0) + coalesce(octet_length(m.description), 0)
          + coalesce(pg_column_size(m.attributes), 0)) over (order by k.chain, k.contract, k.token_id) as bytes
      from (
        select distinct chain, contract, token_id
        from unnest((select $1::text[]), (select $2::bytea[]), (select $3::numeric[])) as t(chain, contract, token_id)
      ) k
      left join nft_contract d on d.chain = k.chain and d.address = k.contract
      left join nft m on m.chain = k.chain and m.contract = k.contract and m.token_id = k.token_id
    )
    select f.facts from (select * from known where bytes <= ${BYTES_MAX}) h ${NFT_DETAILS}
    union all
    select json_build_object('chain', h.chain, 'contract', h.contract, 'token_id', h.token_id::text,
      'is_erc1155', h.is_erc1155, 'metadata', null, 'collection', c.collection, 'sale', null)
    from (select * from known where bytes > ${BYTES_MAX}) h left join lateral (${COLLECTION}) c on true`,
};

/**
 * All stored details of these NFTs, one each, in any order, including undescribed ones. NFTs whose metadata would
 * exceed BYTES_MAX in total are returned without metadata and last sale. By primary keys.
 */
export async function listNftDetails(db: Store, nfts: readonly (NftId & { chain: string })[]): Promise<NftDetails[]> {
  if (nfts.length === 0) return [];
  const values = [
    nfts.map(({ chain }) => chain),
    toByteaArray(nfts.map(({ contract }) => contract)),
    toNumberArray(nfts.map(({ tokenId }) => tokenId)),
  ];
  const statement = (await isDistributed(db)) ? toSeenArrays(DETAILS_OF_NFTS) : DETAILS_OF_NFTS;
  const { rows } = await withClient(db, (client) => client.query<{ facts: NftDetailsJson }>({ ...statement, values }));
  return rows.map(({ facts }) => toNftDetails(facts));
}
