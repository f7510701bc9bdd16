import pLimit from "p-limit";
import type { Address, Hex } from "viem";
import { getContractAddress } from "viem";
import { createAbility } from "./ability.ts";
import { isRefusal } from "./aggregator.ts";
import { callBytes } from "./callOrNull.ts";
import { readAtBlock } from "./pinnedBlock.ts";
import type { PinnedBlock } from "./pinnedBlock.ts";
import { findCause, isPruned, RpcCallError } from "./rpcErrors.ts";
import type { Rpc } from "./rpc.ts";

/**
 * Returns the account's balance and the address of the contract that it would create next, which depends on its nonce:
 * no instruction reads the nonce itself. ADDRESS BALANCE, CREATE without init code, RETURN of both words.
 */
const CODE: Hex = "0x3031600052600060006000f060205260406000f3";
/** Calls each address in the calldata, a word each, and returns what they return: two words each. */
const READER_CODE: Hex = "0x60005b36811015602057604081800160006000600085355af1506020016002565b3680016000f3";
/** An unused address: during one call an override puts code here. */
const READER: Address = "0x00000000000000000000000000000000000ac7a7";
const WORD = 64;

/** Accounts per request: each takes about 35,000 gas, of the 16 million of a transaction (EIP-7825). */
export const ACCOUNTS_PER_CALL = 450;
const CALLS_IN_FLIGHT = 4;

const ability = createAbility();

/**
 * Reads what changes whenever an account sends a transaction, or its balance changes: opaque, to be compared with
 * another reading. One request for many accounts.
 * @returns in the order of the accounts; undefined if the node can't: it must support state overrides, and derive
 * the addresses of created contracts as Ethereum does.
 * @throws if the node fails, or has pruned the block's state.
 */
export async function readAccountStates(
  rpc: Rpc,
  accounts: readonly Address[],
  block: PinnedBlock,
): Promise<Hex[] | undefined> {
  if (accounts.length === 0) return [];
  if (ability.isMissing(rpc)) return undefined;
  const limit = pLimit(CALLS_IN_FLIGHT);
  const chunks = Array.from({ length: Math.ceil(accounts.length / ACCOUNTS_PER_CALL) }, (_, at) =>
    accounts.slice(at * ACCOUNTS_PER_CALL, (at + 1) * ACCOUNTS_PER_CALL),
  );
  const read = await Promise.all(chunks.map((chunk) => limit(readChunk, rpc, chunk, block)));
  const isUsable = !read.includes(undefined) && (await isExact(rpc, accounts[0]!, read[0]![0]!, block));
  if (!isUsable) {
    ability.miss(rpc);
    return undefined;
  }
  ability.markKnown(rpc);
  return (read as Hex[][]).flat();
}

async function readChunk(rpc: Rpc, accounts: readonly Address[], block: PinnedBlock): Promise<Hex[] | undefined> {
  const data = `0x${accounts.map((account) => account.slice(2).padStart(WORD, "0")).join("")}`;
  const overrides = Object.fromEntries([
    [READER, { code: READER_CODE }],
    ...accounts.map((account) => [account, { code: CODE }] as const),
  ]);
  try {
    const answer = await readAtBlock(rpc, block, (at) => callBytes(rpc, [{ to: READER, data }, at, overrides]));
    if (answer?.length !== 2 + 2 * WORD * accounts.length) return undefined;
    const states = accounts.map((_, at): Hex => `0x${answer.slice(2 + 2 * WORD * at, 2 + 2 * WORD * (at + 1))}`);
    return states.some((state) => state.endsWith(NOTHING)) ? undefined : states;
  } catch (error) {
    const refused = findCause(error, RpcCallError);
    if (ability.isKnown(rpc) || !isRefusal(error) || (refused !== undefined && isPruned(refused))) throw error;
    return undefined;
  }
}

/** Instead of an address: the call failed. */
const NOTHING = "0".repeat(WORD);

/** Compares the first reading of an RPC with the node's own numbers: some virtual machines differ. */
async function isExact(rpc: Rpc, account: Address, state: Hex, block: PinnedBlock): Promise<boolean> {
  if (ability.isKnown(rpc)) return true;
  const read = (method: string): Promise<Hex> =>
    readAtBlock(rpc, block, (at) => rpc.send<Hex>({ method, params: [account, at] }));
  const [balance, nonce] = await Promise.all([read("eth_getBalance"), read("eth_getTransactionCount")]);
  const next = getContractAddress({ from: account, nonce: BigInt(nonce) })
    .slice(2)
    .toLowerCase();
  return state === `0x${BigInt(balance).toString(16).padStart(64, "0")}${next.padStart(64, "0")}`;
}
