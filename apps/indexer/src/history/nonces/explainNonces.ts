import { isContractCode, max } from "@portico/evm";
import type { Address, Chain, Hex, Rpc } from "@portico/evm";
import { listNonceGaps } from "@portico/store";
import type { NonceGap, Store } from "@portico/store";
import { getContractAddress, numberToHex } from "viem";
import { findNonceSteps } from "../sources/findNonceSteps.ts";
import { isRefused } from "../sources/isRefused.ts";
import { compactSender, listAuthorizedNonces, requestSenderBlock } from "./senderBlock.ts";
import type { SenderTransaction } from "./senderBlock.ts";

/** What used nonces of an account, apart from its stored transactions. */
export interface NonceUse {
  /** Nonces of which nothing is known. */
  missing: bigint;
  /** Whether the account delegated to code (EIP-7702): then other things than its transactions use nonces. */
  isDelegated: boolean;
}

interface NonceQuery {
  owner: Address;
  blockNumber: bigint;
  /** The account's nonce after the block. */
  count: bigint;
  /** Its code there. */
  code: Hex;
  /** Nonces that no stored transaction used. */
  missing: bigint;
}

/** Of an account with more missing nonces none is explained. */
const MAX_NONCES = 100n;
/** Of one with more nonces that its own transactions don't explain, others' transactions are not searched. */
const MAX_SEARCHED = 16;

/**
 * Counts the nonces of an account that neither its stored transactions nor its authorizations used, nor contracts that its
 * delegated code created. Authorizations are found in its own transactions, and where the node has old state, in
 * everybody's. Costs a few requests per nonce, with old state about 25 more of each of at most 16.
 */
export async function explainNonces(
  { chain, db, rpc, signal }: { chain: Chain; db: Store; rpc: Rpc; signal: AbortSignal },
  { owner, blockNumber, count, code, missing }: NonceQuery,
): Promise<NonceUse> {
  const delegates = code !== "0x" && !isContractCode(code);
  if (missing > MAX_NONCES) return { missing, isDelegated: delegates };
  const limit = Number(MAX_NONCES);
  const gaps = await listNonceGaps(db, chain.slug, owner, { blockNumber, count, limit });
  const open = new Set(gaps.flatMap(listNonces));
  const authorized = new Set<bigint>();
  const note = async (transaction: SenderTransaction): Promise<void> => {
    const nonces = await listAuthorizedNonces(transaction, owner, chain.chainId, (nonce) => open.has(nonce));
    for (const nonce of nonces) {
      authorized.add(nonce);
      open.delete(nonce);
    }
  };
  for (const { previous } of gaps) {
    if (previous === undefined) continue;
    await note(compactSender(await rpc.send<unknown>({ method: "eth_getTransactionByHash", params: [previous] })));
  }
  const sent = new Set<bigint>();
  const searched =
    open.size > MAX_SEARCHED ? [] : gaps.filter((gap) => listNonces(gap).some((nonce) => open.has(nonce)));
  for (const gap of searched) {
    for (const transaction of await readBetween(rpc, owner, gap, signal)) {
      if (transaction.from === owner.toLowerCase() && transaction.nonce !== undefined) sent.add(transaction.nonce);
      await note(transaction);
    }
  }
  const isDelegated = delegates || authorized.size > 0;
  const created = isDelegated
    ? await listCreated(
        rpc,
        owner,
        [...open].filter((nonce) => !sent.has(nonce)),
        blockNumber,
      )
    : [];
  return { missing: BigInt(open.size - created.length), isDelegated };
}

const listNonces = ({ fromNonce, toNonce }: NonceGap): bigint[] =>
  Array.from({ length: Number(toNonce - fromNonce) }, (_, at) => fromNonce + BigInt(at));

/** The transactions of the blocks in which the nonces of a gap were used; none if the node has no old state. */
async function readBetween(
  rpc: Rpc,
  owner: Address,
  { fromBlock, toBlock, toNonce }: NonceGap,
  signal: AbortSignal,
): Promise<SenderTransaction[]> {
  if ((await rpc.readLimits()).stateDepth !== undefined) return [];
  try {
    const range = { fromBlock: max(0n, fromBlock - 1n), toBlock, count: toNonce + 1n };
    const steps = await findNonceSteps(rpc, owner, range, signal);
    const blocks = await Promise.all(
      steps.map(({ blockNumber }) => requestSenderBlock(rpc, blockNumber, () => undefined)),
    );
    return blocks.flatMap((block) => block?.transactions ?? []);
  } catch (error) {
    if (isRefused(error)) return [];
    throw error;
  }
}

/** Of these nonces, those of contracts that exist. */
async function listCreated(
  rpc: Rpc,
  owner: Address,
  nonces: readonly bigint[],
  blockNumber: bigint,
): Promise<bigint[]> {
  const codes = await Promise.all(
    nonces.map((nonce) => {
      const address = getContractAddress({ from: owner, nonce });
      return rpc.send<Hex>({ method: "eth_getCode", params: [address, numberToHex(blockNumber)] });
    }),
  );
  return nonces.filter((_, at) => codes[at] !== "0x");
}
