import { type Address, type Hex, numberToHex, toEventSelector, zeroAddress } from "viem";
import { PERMIT2 } from "./chainHistory.ts";
import type { ChainReader } from "./chainReader.ts";

/** A transaction from its block, receipt and traces: the reference for history. */
export interface PastTransaction {
  hash: Hex;
  block: number;
  index: number;
  /** Unix seconds. */
  timeAt: number;
  nonce: number;
  from: Address;
  /** undefined: contract creation. */
  to: Address | undefined;
  input: Hex;
  rawValue: bigint;
  /** Wei. */
  rawFee: bigint;
  isSuccess: boolean;
  moves: PastMove[];
  approvals: PastApproval[];
}

export interface PastMove {
  from: Address;
  to: Address;
  asset: Asset;
  rawAmount: bigint;
}

/** A zero amount revokes it. */
export interface PastApproval {
  owner: Address;
  spender: Address;
  asset: Asset;
  rawAmount: bigint;
}

/** "native", a token's address, or an NFT's contract and id separated by a space. */
export type Asset = string;

interface Block {
  number: Hex;
  timestamp: Hex;
  transactions: { hash: Hex; nonce: Hex; from: Address; to: Address | null; input: Hex; value: Hex }[];
}

interface Receipt {
  status: Hex;
  gasUsed: Hex;
  effectiveGasPrice: Hex;
  contractAddress: Address | null;
  logs: Log[];
}

interface Log {
  address: Address;
  topics: readonly Hex[];
  data: Hex;
}

interface Trace {
  type: string;
  error?: string;
  traceAddress: readonly number[];
  transactionPosition: number;
  action: {
    callType?: string;
    from?: Address;
    to?: Address;
    value?: Hex;
    address?: Address;
    refundAddress?: Address;
    balance?: Hex;
  };
  result?: { address?: Address } | null;
}

/** All transactions of a chain from genesis to its newest block, in the chain's order. */
export async function readTransactions(reader: ChainReader, wrappedToken: Address): Promise<PastTransaction[]> {
  const head = Number(await reader.request<Hex>("eth_blockNumber"));
  const numbers = Array.from({ length: head }, (_, index) => numberToHex(index + 1));
  const read = <T>(method: string, ...rest: unknown[]) =>
    reader.requestMany<T>(numbers.map((number) => [method, [number, ...rest]]));
  const [blocks, receipts, traces] = await Promise.all([
    read<Block>("eth_getBlockByNumber", true),
    read<Receipt[]>("eth_getBlockReceipts"),
    read<Trace[]>("trace_block"),
  ]);
  const wrapped = lower(wrappedToken);
  return blocks.flatMap((block, at) =>
    block.transactions.map((_, index) =>
      readTransaction(block, index, receipts[at]?.[index] as Receipt, traces[at] ?? [], wrapped),
    ),
  );
}

function readTransaction(
  { number, timestamp, transactions }: Block,
  index: number,
  receipt: Receipt,
  traces: readonly Trace[],
  wrapped: Address,
): PastTransaction {
  const { hash, nonce, from, to, input, value } = transactions[index] as Block["transactions"][number];
  const isSuccess = receipt.status === "0x1";
  const own = traces.filter(({ transactionPosition }) => transactionPosition === index);
  const rawValue = BigInt(value);
  const target = lower(to ?? receipt.contractAddress ?? zeroAddress);
  const direct = isSuccess ? [{ from: lower(from), to: target, asset: "native", rawAmount: rawValue }] : [];
  const { moves, approvals } = readLogs(receipt.logs, wrapped);
  const paid = [...direct, ...(isSuccess ? listPayments(own) : [])].filter(({ rawAmount }) => rawAmount > 0n);
  return {
    hash,
    block: Number(number),
    index,
    timeAt: Number(timestamp),
    nonce: Number(nonce),
    from: lower(from),
    to: to === null ? undefined : lower(to),
    input,
    rawValue,
    rawFee: BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice),
    isSuccess,
    moves: [...moves, ...paid],
    approvals,
  };
}

/** Native coin paid by internal calls, unless the call or one around it was reverted. */
function listPayments(traces: readonly Trace[]): PastMove[] {
  return traces.flatMap((trace) => {
    const { action, type, traceAddress, result } = trace;
    if (isUndone(trace, traces)) return [];
    if (type === "suicide") return toPayment(action.address, action.refundAddress, action.balance);
    if (traceAddress.length === 0) return [];
    if (type === "create") return toPayment(action.from, result?.address, action.value);
    return type === "call" && action.callType === "call" ? toPayment(action.from, action.to, action.value) : [];
  });
}

const toPayment = (from: Address | undefined, to: Address | undefined, value: Hex | undefined): PastMove[] =>
  from === undefined || to === undefined
    ? []
    : [{ from: lower(from), to: lower(to), asset: "native", rawAmount: BigInt(value ?? 0) }];

const isUndone = ({ traceAddress }: Trace, all: readonly Trace[]): boolean =>
  all.some(
    ({ error, traceAddress: other }) =>
      error !== undefined && other.every((step, depth) => traceAddress[depth] === step),
  );

const lower = (address: Address): Address => address.toLowerCase() as Address;
const toAddress = (word: Hex | undefined): Address => `0x${(word ?? "0x").slice(26).toLowerCase()}`;
const wordAt = ({ data }: Log, index: number): Hex => `0x${data.slice(2 + index * 64, 66 + index * 64)}`;
const amountAt = (log: Log, index: number): bigint => BigInt(wordAt(log, index));

interface Draft {
  moves: PastMove[];
  /** By logs of their own, which some tokens write instead of a Transfer, and others besides. */
  minted: PastMove[];
  approvals: PastApproval[];
  wrapped: Address;
}

type Reader = (log: Log, draft: Draft) => void;

const readTransfer: Reader = (log, { moves }) => {
  const [, from, to, id] = log.topics;
  if (to === undefined || (id === undefined && log.data.length < 66)) return;
  const contract = lower(log.address);
  const parties = { from: toAddress(from), to: toAddress(to) };
  if (id === undefined) moves.push({ ...parties, asset: contract, rawAmount: amountAt(log, 0) });
  else moves.push({ ...parties, asset: `${contract} ${BigInt(id)}`, rawAmount: 1n });
};

const readWrapping =
  (isDeposit: boolean): Reader =>
  (log, { moves, wrapped }) => {
    const owner = toAddress(log.topics[1]);
    const [from, to] = isDeposit ? [zeroAddress, owner] : [owner, zeroAddress];
    if (lower(log.address) === wrapped) moves.push({ from, to, asset: wrapped, rawAmount: amountAt(log, 0) });
  };

const readSingle: Reader = (log, { moves }) => {
  const [, , from, to] = log.topics;
  const asset = `${lower(log.address)} ${amountAt(log, 0)}`;
  moves.push({ from: toAddress(from), to: toAddress(to), asset, rawAmount: amountAt(log, 1) });
};

/** Offsets of both lists in bytes; each list is its length followed by its words. */
const readBatch: Reader = (log, { moves }) => {
  const [, , from, to] = log.topics;
  const [ids, amounts] = [Number(amountAt(log, 0)) / 32, Number(amountAt(log, 1)) / 32];
  for (let nth = 1; nth <= Number(amountAt(log, ids)); nth += 1) {
    const asset = `${lower(log.address)} ${amountAt(log, ids + nth)}`;
    moves.push({ from: toAddress(from), to: toAddress(to), asset, rawAmount: amountAt(log, amounts + nth) });
  }
};

const readApproval: Reader = (log, { approvals }) => {
  const [, owner, spender, id] = log.topics;
  const parties = { owner: toAddress(owner), spender: toAddress(spender) };
  const contract = lower(log.address);
  if (id === undefined) approvals.push({ ...parties, asset: contract, rawAmount: amountAt(log, 0) });
  else {
    const rawAmount = parties.spender === zeroAddress ? 0n : 1n;
    approvals.push({ ...parties, asset: `${contract} ${BigInt(id)}`, rawAmount });
  }
};

/** Approvals for a whole collection. */
const readOperator: Reader = (log, { approvals }) => {
  const [, owner, spender] = log.topics;
  const parties = { owner: toAddress(owner), spender: toAddress(spender) };
  approvals.push({ ...parties, asset: `${lower(log.address)} all`, rawAmount: amountAt(log, 0) });
};

const readPermission: Reader = (log, { approvals }) => {
  if (lower(log.address) !== PERMIT2) return;
  const [, owner, token, spender] = log.topics;
  const parties = { owner: toAddress(owner), spender: toAddress(spender) };
  approvals.push({ ...parties, asset: toAddress(token), rawAmount: amountAt(log, 0) });
};

const readLockdown: Reader = (log, { approvals }) => {
  if (lower(log.address) !== PERMIT2) return;
  const [token, spender] = [toAddress(wordAt(log, 0)), toAddress(wordAt(log, 1))];
  approvals.push({ owner: toAddress(log.topics[1]), spender, asset: token, rawAmount: 0n });
};

const readMint =
  (isMint: boolean): Reader =>
  (log, { minted }) => {
    const owner = toAddress(log.topics[1]);
    const [from, to] = isMint ? [zeroAddress, owner] : [owner, zeroAddress];
    minted.push({ from, to, asset: lower(log.address), rawAmount: amountAt(log, 0) });
  };

const READERS: Record<string, Reader> = {
  "Transfer(address,address,uint256)": readTransfer,
  "Deposit(address,uint256)": readWrapping(true),
  "Withdrawal(address,uint256)": readWrapping(false),
  "Mint(address,uint256)": readMint(true),
  "Burn(address,uint256)": readMint(false),
  "TransferSingle(address,address,address,uint256,uint256)": readSingle,
  "TransferBatch(address,address,address,uint256[],uint256[])": readBatch,
  "Approval(address,address,uint256)": readApproval,
  "Approval(address,address,address,uint160,uint48)": readPermission,
  "Permit(address,address,address,uint160,uint48,uint48)": readPermission,
  "Lockdown(address,address,address)": readLockdown,
  "ApprovalForAll(address,address,bool)": readOperator,
};

const BY_TOPIC = new Map(Object.entries(READERS).map(([event, reader]) => [toEventSelector(event), reader]));

function readLogs(logs: readonly Log[], wrapped: Address): Pick<Draft, "approvals" | "moves"> {
  const draft: Draft = { moves: [], minted: [], approvals: [], wrapped };
  for (const log of logs) BY_TOPIC.get(log.topics[0] ?? "0x")?.(log, draft);
  const { moves, minted, approvals } = draft;
  const isLogged = (one: PastMove): boolean =>
    moves.some(({ from, to, asset }) => asset === one.asset && from === one.from && to === one.to);
  return { moves: [...moves, ...minted.filter((one) => !isLogged(one))], approvals };
}

/** The assets that moved according to logs. */
export const readAssets = (logs: readonly Log[]): Set<Asset> =>
  new Set(readLogs(logs, zeroAddress).moves.map(({ asset }) => asset));
