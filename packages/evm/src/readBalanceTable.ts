import pLimit from "p-limit";
import type { Address, Hex } from "viem";
import { createAbility } from "./ability.ts";
import { isRefusal } from "./aggregator.ts";
import { BALANCE_TABLE_CODE, decodeBalanceTable, encodeBalanceTable } from "./balanceTableProgram.ts";
import type { BalanceTable, TableEntry } from "./balanceTableProgram.ts";
import { callBytes } from "./callOrNull.ts";
import { NATIVE_TOKEN, ZERO_ADDRESS } from "./nativeToken.ts";
import { readAtBlock } from "./pinnedBlock.ts";
import type { PinnedBlock } from "./pinnedBlock.ts";
import type { BalanceKey } from "./readBalances.ts";
import { readBalances } from "./readBalances.ts";
import { findCause, isPruned, RpcCallError } from "./rpcErrors.ts";
import type { Rpc } from "./rpc.ts";

/** All balances of a table at one block. */
export interface TableBalances {
  /** Those above zero, by token. */
  held: (BalanceKey & { rawAmount: bigint })[];
  /** Whether a balance of the table is unknown, because the token has no usable `balanceOf`; others are zero. */
  isUnknown(owner: Address, token: Address): boolean;
}

/** An unused address: during one call an override puts code here. */
const READER: Address = "0x00000000000000000000000000000000000ba1a2";

/**
 * A balance of a contract that the call has used before takes 3,000 to 7,000 gas, and nodes allow 50 million in an
 * eth_call (geth, Reth, Erigon): where they allow less, the program stops earlier, and another request continues.
 */
const PAIRS_PER_CALL = 10_000;
/** A token's first use in a call costs more than its further ones. */
const OWNERS_PER_CALL = 100;
/** A table that is refused is halved down to this size. */
const MIN_PAIRS = 200;
const CALLS_IN_FLIGHT = 6;
/** If as many calls of a token fail alone too, the others of the table are not repeated. */
const REPEATED = 3;

/** Number of uses after which more pairs are tried again. */
const TRIED_AGAIN_AFTER = 1_000;

const ability = createAbility();
/** Pairs that an RPC reads in one call, where it has refused more, and uses left until more are tried. */
const refusedSizes = new WeakMap<Rpc, { pairs: number; left: number }>();

/**
 * Reads every pair of many owners and tokens: up to 10,000 per request. Balances that fail are read by `readBalances`.
 * @returns undefined if the node can't: it must support state overrides. Use `readBalances` then.
 * @throws if the node fails, or has pruned the block's state.
 */
export async function readBalanceTable(
  rpc: Rpc,
  table: BalanceTable,
  block: PinnedBlock,
): Promise<TableBalances | undefined> {
  const { owners, tokens } = table;
  if (owners.length === 0 || tokens.length === 0) return { held: [], isUnknown: () => false };
  if (!(await canReadBalanceTable(rpc, block))) return undefined;
  const limit = pLimit(CALLS_IN_FLIGHT);
  const read = await Promise.all(
    cutTable(table, getPairsPerCall(rpc)).map((part) => limit(readPart, rpc, part, block)),
  );
  if (read.includes(undefined)) return undefined;
  return await complete(rpc, (read as FoundPair[][]).flat(), block);
}

function getPairsPerCall(rpc: Rpc): number {
  const refused = refusedSizes.get(rpc);
  if (refused === undefined) return PAIRS_PER_CALL;
  refused.left--;
  if (refused.left <= 0) Object.assign(refused, { pairs: refused.pairs * 2, left: TRIED_AGAIN_AFTER });
  return Math.min(PAIRS_PER_CALL, refused.pairs);
}

/** Parts of up to so many pairs. */
export function cutTable({ owners, tokens }: BalanceTable, pairs: number): BalanceTable[] {
  const height = Math.min(OWNERS_PER_CALL, pairs, owners.length);
  const width = Math.max(1, Math.floor(pairs / height));
  return cut(owners, height).flatMap((some) => cut(tokens, width).map((part) => ({ owners: some, tokens: part })));
}

const cut = (addresses: readonly Address[], size: number): Address[][] =>
  Array.from({ length: Math.ceil(addresses.length / size) }, (_, at) => addresses.slice(at * size, (at + 1) * size));

interface FoundPair extends Pick<TableEntry, "kind" | "rawAmount"> {
  owner: Address;
  token: Address;
}

/** @returns undefined if the node refuses even a small part. */
async function readPart(rpc: Rpc, part: BalanceTable, block: PinnedBlock): Promise<FoundPair[] | undefined> {
  const { owners, tokens } = part;
  const end = owners.length * tokens.length;
  const found: FoundPair[] = [];
  for (let first = 0; first < end;) {
    const data = encodeBalanceTable(part, first);
    const answer = await readAtBlock(rpc, block, (at) => callReader(rpc, data, at));
    const read = answer && decodeBalanceTable(answer, { first, end });
    if (read === undefined || read === null) return await readHalves(rpc, part, block);
    for (const { pair, kind, rawAmount } of read.entries) {
      const owner = owners[pair % owners.length]!;
      found.push({ owner, token: tokens[Math.floor(pair / owners.length)]!, kind, rawAmount });
    }
    first = read.stopped;
  }
  return found;
}

/** @returns null if the call fails, or is refused: it may be too large, or take too long. */
async function callReader(rpc: Rpc, data: Hex, at: unknown): Promise<Hex | null> {
  try {
    return await callBytes(rpc, [{ to: READER, data }, at, { [READER]: { code: BALANCE_TABLE_CODE } }]);
  } catch (error) {
    const refused = findCause(error, RpcCallError);
    if (!isRefusal(error) || (refused !== undefined && isPruned(refused))) throw error;
    return null;
  }
}

async function readHalves(rpc: Rpc, part: BalanceTable, block: PinnedBlock): Promise<FoundPair[] | undefined> {
  const pairs = part.owners.length * part.tokens.length;
  if (pairs < MIN_PAIRS) return undefined; // says nothing about larger ones
  const half = pairs >> 1;
  refusedSizes.set(rpc, { pairs: Math.min(half, getPairsPerCall(rpc)), left: TRIED_AGAIN_AFTER });
  if (half < MIN_PAIRS) return undefined;
  const found: FoundPair[] = [];
  for (const smaller of cutTable(part, half)) {
    const read = await readPart(rpc, smaller, block);
    if (read === undefined) return undefined;
    found.push(...read);
  }
  return found;
}

/**
 * Whether `readBalanceTable` works, as far as it is known. The first time its result for one account is compared with the
 * node's own: some nodes ignore overrides, and some virtual machines differ.
 */
export async function canReadBalanceTable(rpc: Rpc, block: PinnedBlock): Promise<boolean> {
  if (ability.isKnown(rpc)) return getPairsPerCall(rpc) >= MIN_PAIRS;
  if (ability.isMissing(rpc)) return false;
  const probe = { owners: [ZERO_ADDRESS], tokens: [NATIVE_TOKEN] };
  const [answer, balance] = await Promise.all([
    readAtBlock(rpc, block, (at) => callReader(rpc, encodeBalanceTable(probe, 0), at)),
    readAtBlock(rpc, block, (at) => rpc.send<Hex>({ method: "eth_getBalance", params: [ZERO_ADDRESS, at] })),
  ]);
  const read = answer === null ? undefined : decodeBalanceTable(answer, { first: 0, end: 1 });
  const isSame = read !== undefined && (read.entries[0]?.rawAmount ?? 0n) === BigInt(balance);
  if (isSame) ability.markKnown(rpc);
  else ability.miss(rpc);
  return isSame;
}

/** Reads the failed pairs again. */
async function complete(rpc: Rpc, found: readonly FoundPair[], block: PinnedBlock): Promise<TableBalances> {
  const failed = [...Map.groupBy(found.filter(isFailed), ({ token }) => token).values()];
  const first = await readAlone(
    rpc,
    failed.map((pairs) => pairs.slice(0, REPEATED)),
    block,
  );
  const usable = failed.filter(({ length }, at) => length > REPEATED && first[at]!.some(isRead));
  const others = await readAlone(
    rpc,
    usable.map((pairs) => pairs.slice(REPEATED)),
    block,
  );
  const again = [...first, ...others].flat();
  const known = new Set(again.filter(isRead).map(keyOf));
  const codeless = new Set(found.flatMap(({ kind, token }) => (kind === "codeless" ? [token] : [])));
  const unknown = new Set(found.flatMap((pair) => (pair.kind === "value" ? [] : [keyOf(pair)])));
  const held = [...found.filter(({ kind }) => kind === "value"), ...again];
  return {
    held: held.flatMap(({ owner, token, rawAmount }) => (rawAmount ? [{ owner, token, rawAmount }] : [])),
    isUnknown: (owner, token) => codeless.has(token) || (unknown.has(owner + token) && !known.has(owner + token)),
  };
}

type AloneRead = BalanceKey & { rawAmount: bigint | null };

async function readAlone(rpc: Rpc, groups: readonly BalanceKey[][], block: PinnedBlock): Promise<AloneRead[][]> {
  const keys = groups.flat();
  const rawAmounts = keys.length === 0 ? [] : await readBalances(rpc, keys, block);
  let at = 0;
  return groups.map((group) =>
    group.map(({ owner, token }) => ({ owner, token, rawAmount: rawAmounts[at++] ?? null })),
  );
}

const isFailed = ({ kind }: FoundPair): boolean => kind === "failed";
const isRead = ({ rawAmount }: AloneRead): boolean => rawAmount !== null;
const keyOf = ({ owner, token }: BalanceKey): string => owner + token;
