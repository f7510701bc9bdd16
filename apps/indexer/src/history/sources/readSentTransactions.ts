import { isContractCode } from "@portico/evm";
import type { Address, Hex, Rpc } from "@portico/evm";
import { numberToHex } from "viem";
import type { FoundTransaction } from "../callSource.ts";
import { BLOCK_METHOD, listAuthorizedNonces, requestSenderBlock } from "../nonces/senderBlock.ts";
import type { SenderBlock, SenderTransaction } from "../nonces/senderBlock.ts";
import type { NonceStep } from "./findNonceSteps.ts";
import { InvalidReplyError } from "./invalidReplyError.ts";
import { readFound } from "./readFound.ts";

/**
 * The transactions of a block that an owner sent, and by which its nonce rose; authorizations (EIP-7702) and code that it
 * delegated to may have raised it, too.
 * @throws InvalidReplyError if they don't explain its nonce: the block is another one.
 */
export async function readSentTransactions(
  rpc: Rpc,
  owner: Address,
  step: NonceStep,
  chainId: number,
): Promise<FoundTransaction[]> {
  const { blockNumber, fromNonce, toNonce } = step;
  const listOwn = (block: SenderBlock | null): SenderTransaction[] => {
    if (block === null)
      throw new InvalidReplyError(BLOCK_METHOD, `block ${blockNumber} is missing or has no transactions`);
    return block.transactions.filter(({ from }) => from === owner.toLowerCase());
  };
  const read = (block: SenderBlock | null): FoundTransaction[] => {
    const range = { fromBlock: blockNumber, toBlock: blockNumber };
    return listOwn(block).map(({ hash }) => readFound(BLOCK_METHOD, { hash, blockNumber: block?.number }, range));
  };
  const request = (mayHaveOthers: boolean): Promise<SenderBlock | null> =>
    requestSenderBlock(rpc, blockNumber, (block) => {
      const own = listOwn(block);
      read(block);
      const isComplete = own.every(({ nonce }, at) => nonce === fromNonce + BigInt(at));
      if (!mayHaveOthers && (!isComplete || BigInt(own.length) !== toNonce - fromNonce))
        throw new InvalidReplyError(
          BLOCK_METHOD,
          `block ${blockNumber} has ${own.length} transactions of ${owner}, but its nonce rose from ${fromNonce} to ${toNonce}`,
        );
    });
  const block = await request(true);
  return read((await isExplained(rpc, owner, step, { block, chainId })) ? block : await request(false));
}

/** Whether all nonces were used by the owner's transactions and authorizations, or its code may have used others. */
async function isExplained(
  rpc: Rpc,
  owner: Address,
  { blockNumber, fromNonce, toNonce }: NonceStep,
  { block, chainId }: { block: SenderBlock | null; chainId: number },
): Promise<boolean> {
  const isWithin = (nonce: bigint): boolean => nonce >= fromNonce && nonce < toNonce;
  const used = new Set<bigint | undefined>();
  for (const transaction of block?.transactions ?? []) {
    if (transaction.from === owner.toLowerCase()) used.add(transaction.nonce);
    for (const nonce of await listAuthorizedNonces(transaction, owner, chainId, isWithin)) used.add(nonce);
  }
  if ([...used].some((nonce) => nonce === undefined || !isWithin(nonce))) return false;
  return BigInt(used.size) === toNonce - fromNonce || (await isDelegated(rpc, owner, blockNumber));
}

/** Whether the account delegates to code before or after a block. */
async function isDelegated(rpc: Rpc, owner: Address, blockNumber: bigint): Promise<boolean> {
  const codes = await Promise.all(
    [blockNumber - 1n, blockNumber].map((block) =>
      rpc.send<Hex>({ method: "eth_getCode", params: [owner, numberToHex(block)] }),
    ),
  );
  return codes.some((code) => code !== "0x" && !isContractCode(code));
}
