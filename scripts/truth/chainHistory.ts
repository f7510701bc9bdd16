import type { Address, Hex } from "viem";
import { numberToHex, toEventSelector, zeroAddress } from "viem";
import type { ChainReader } from "./chainReader.ts";
import { readTraces } from "./chainTraces.ts";
import type { Creation } from "./chainTraces.ts";

/** The history of a chain, from its logs and traces: who may hold what, not how much. */
export interface ChainHistory {
  /** All addresses that a token's logs name, by token. */
  readonly holders: ReadonlyMap<Address, ReadonlySet<Address>>;
  /** Ids by ERC-721 contract. */
  readonly erc721: ReadonlyMap<Address, ReadonlySet<bigint>>;
  /** Ids by ERC-1155 contract. */
  readonly erc1155: ReadonlyMap<Address, ReadonlySet<bigint>>;
  readonly approvals: readonly Approval[];
  readonly operators: readonly Operator[];
  /** The last approved address of a single NFT since its last transfer, by `contract id`. */
  readonly nftApprovals: ReadonlyMap<string, Address>;
  /** The last sale of an NFT, by `contract id`. */
  readonly sales: ReadonlyMap<string, Sale>;
  readonly creations: ReadonlyMap<Address, Creation>;
  /** All addresses in transactions and their internal calls. */
  readonly addresses: ReadonlySet<Address>;
}

export interface Approval {
  owner: Address;
  token: Address;
  spender: Address;
  isPermit2: boolean;
  /** Of the last change, unix seconds. */
  timeAt: number;
}

export interface Operator {
  owner: Address;
  contract: Address;
  operator: Address;
  timeAt: number;
}

export interface Sale {
  /** The zero address: the native coin. */
  payToken: Address;
  rawAmount: bigint;
}

interface Log {
  address: Address;
  topics: readonly Hex[];
  data: Hex;
  blockTimestamp: Hex;
}

export const PERMIT2: Address = "0x000000000022d473030f116ddee9f6b43ac78ba3";

type Mutable = {
  [Key in keyof ChainHistory]: ChainHistory[Key] extends ReadonlyMap<infer K, ReadonlySet<infer V>>
    ? Map<K, Set<V>>
    : ChainHistory[Key] extends ReadonlyMap<infer K, infer V>
      ? Map<K, V>
      : ChainHistory[Key] extends ReadonlySet<infer V>
        ? Set<V>
        : never;
};

/** Approvals and operators by key while they are collected. */
type Draft = Omit<Mutable, "approvals" | "operators"> & {
  approvals: Map<string, Approval>;
  operators: Map<string, Operator>;
};

type Reader = (log: Log, draft: Draft) => void;

const wordAt = ({ data }: Log, index: number): Hex => `0x${data.slice(2 + index * 64, 66 + index * 64)}`;
const topicAt = ({ topics }: Log, index: number): Hex => topics[index] ?? "0x";
const toAddress = (word: Hex): Address => `0x${word.slice(26)}`;
const contractOf = ({ address }: Log): Address => address.toLowerCase() as Address;
const timeOf = ({ blockTimestamp }: Log): number => Number(blockTimestamp);

function add<K, V>(map: Map<K, Set<V>>, key: K, ...values: V[]): void {
  const known = map.get(key) ?? new Set<V>();
  for (const value of values) known.add(value);
  map.set(key, known);
}

const readTransfer: Reader = (log, { holders, erc721, nftApprovals }) => {
  const [from, to] = [toAddress(topicAt(log, 1)), toAddress(topicAt(log, 2))];
  if (log.topics.length === 3) add(holders, contractOf(log), ...(from === zeroAddress ? [to] : [from, to]));
  if (log.topics.length !== 4) return;
  const id = BigInt(topicAt(log, 3));
  add(erc721, contractOf(log), id);
  nftApprovals.delete(`${contractOf(log)} ${id}`);
};

const readWrapping: Reader = (log, { holders }) => add(holders, contractOf(log), toAddress(topicAt(log, 1)));

const readSingle: Reader = (log, { erc1155 }) => add(erc1155, contractOf(log), BigInt(wordAt(log, 0)));

/** Words of the event data: offset of the ids, offset of the amounts, count of the ids, ids. */
const readBatch: Reader = (log, { erc1155 }) => {
  const count = Number(wordAt(log, 2));
  add(erc1155, contractOf(log), ...Array.from({ length: count }, (_, index) => BigInt(wordAt(log, 3 + index))));
};

const readApproval: Reader = (log, draft) => {
  const [owner, spender] = [toAddress(topicAt(log, 1)), toAddress(topicAt(log, 2))];
  if (log.topics.length === 3) setApproval(log, draft, { owner, token: contractOf(log), spender, isPermit2: false });
  if (log.topics.length === 4) draft.nftApprovals.set(`${contractOf(log)} ${BigInt(topicAt(log, 3))}`, spender);
};

/** Permit2's Approval and Permit share the first fields. */
const readPermission: Reader = (log, draft) => {
  const [owner, token, spender] = [1, 2, 3].map((index) => toAddress(topicAt(log, index))) as [
    Address,
    Address,
    Address,
  ];
  if (contractOf(log) === PERMIT2) setApproval(log, draft, { owner, token, spender, isPermit2: true });
};

const readLockdown: Reader = (log, draft) => {
  const [token, spender] = [toAddress(wordAt(log, 0)), toAddress(wordAt(log, 1))];
  setApproval(log, draft, { owner: toAddress(topicAt(log, 1)), token, spender, isPermit2: true });
};

function setApproval(log: Log, { approvals, holders }: Draft, approval: Omit<Approval, "timeAt">): void {
  const { owner, token, spender, isPermit2 } = approval;
  approvals.set(`${owner} ${token} ${spender} ${isPermit2}`, { ...approval, timeAt: timeOf(log) });
  if (holders.has(token)) add(holders, token, owner); // its balance is compared, and some tokens return a balance for every address
}

const readOperator: Reader = (log, { operators }) => {
  const [owner, operator] = [toAddress(topicAt(log, 1)), toAddress(topicAt(log, 2))];
  const contract = contractOf(log);
  operators.set(`${owner} ${contract} ${operator}`, { owner, contract, operator, timeAt: timeOf(log) });
};

/** Of the devnet's own marketplace. */
const readSale: Reader = (log, { sales }) => {
  const key = `${toAddress(topicAt(log, 1))} ${BigInt(topicAt(log, 2))}`;
  sales.set(key, { payToken: toAddress(wordAt(log, 2)), rawAmount: BigInt(wordAt(log, 3)) });
};

const READERS: Record<string, Reader> = {
  "Transfer(address,address,uint256)": readTransfer,
  "Deposit(address,uint256)": readWrapping,
  "Withdrawal(address,uint256)": readWrapping,
  "TransferSingle(address,address,address,uint256,uint256)": readSingle,
  "TransferBatch(address,address,address,uint256[],uint256[])": readBatch,
  "Approval(address,address,uint256)": readApproval,
  "Approval(address,address,address,uint160,uint48)": readPermission,
  "Permit(address,address,address,uint160,uint48,uint48)": readPermission,
  "Lockdown(address,address,address)": readLockdown,
  "ApprovalForAll(address,address,bool)": readOperator,
  "Sold(address,uint256,address,address,address,uint256)": readSale,
};

const BY_TOPIC = new Map(Object.entries(READERS).map(([event, reader]) => [toEventSelector(event), reader]));

/** Reads all logs and traces of a chain from genesis. */
export async function readHistory(reader: ChainReader): Promise<ChainHistory> {
  const filter = { fromBlock: numberToHex(0), toBlock: "latest", topics: [[...BY_TOPIC.keys()]] };
  const logs = await reader.request<Log[]>("eth_getLogs", [filter]);
  const draft: Draft = {
    holders: new Map(),
    erc721: new Map(),
    erc1155: new Map(),
    nftApprovals: new Map(),
    sales: new Map(),
    approvals: new Map(),
    operators: new Map(),
    ...(await readTraces(reader)),
  };
  for (const log of logs) BY_TOPIC.get(topicAt(log, 0))?.(log, draft);
  return { ...draft, approvals: [...draft.approvals.values()], operators: [...draft.operators.values()] };
}
