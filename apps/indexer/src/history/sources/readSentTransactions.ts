import type { Address, Rpc } from "@portico/evm";
import { numberToHex } from "viem";
import type { FoundTransaction } from "../callSource.ts";
import type { NonceStep } from "./findNonceSteps.ts";
import { InvalidReplyError } from "./invalidReplyError.ts";
import { readFound } from "./readFound.ts";

const METHOD = "eth_getBlockByNumber";

/**
 * The transactions of a block by which an owner's nonce rose.
 * @throws InvalidReplyError if they are not its: the block is another one, or a delegation (EIP-7702) raised the nonce.
 */
export async function readSentTransactions(
  rpc: Rpc,
  owner: Address,
  { blockNumber, fromNonce, toNonce }: NonceStep,
): Promise<FoundTransaction[]> {
  const read = (block: SenderBlock | null): FoundTransaction[] => {
    if (block === null) throw new InvalidReplyError(METHOD, `block ${blockNumber} is missing or has no transactions`);
    const range = { fromBlock: blockNumber, toBlock: blockNumber };
    const own = block.transactions.filter(({ from }) => from === owner.toLowerCase());
    const found = own.map(({ hash }) => readFound(METHOD, { hash, blockNumber: block.number }, range));
    const isComplete = own.every(({ nonce }, at) => nonce === fromNonce + BigInt(at));
    if (!isComplete || BigInt(own.length) !== toNonce - fromNonce)
      throw new InvalidReplyError(
        METHOD,
        `block ${blockNumber} has ${own.length} transactions of ${owner}, but its nonce rose from ${fromNonce} to ${toNonce}`,
      );
    return found;
  };
  const block = await rpc.send<SenderBlock | null>({
    method: METHOD,
    params: [numberToHex(blockNumber), true],
    compact: compactSenders,
    check: (answer) => void read(answer),
  });
  return read(block);
}

interface SenderBlock {
  number: unknown;
  transactions: { hash: unknown; from: string | undefined; nonce: bigint | undefined }[];
}

function compactSenders(block: unknown): SenderBlock | null {
  if (typeof block !== "object" || block === null || !("transactions" in block)) return null;
  if (!Array.isArray(block.transactions)) return null;
  const list = block.transactions as readonly unknown[];
  return { number: "number" in block ? block.number : undefined, transactions: list.map(compactSender) };
}

function compactSender(transaction: unknown): SenderBlock["transactions"][number] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its members are checked here and when they are read
  const { hash, from, nonce } = (transaction ?? {}) as { hash?: unknown; from?: unknown; nonce?: unknown };
  const isNonce = typeof nonce === "string" && /^0x[0-9a-f]+$/i.test(nonce);
  return {
    hash,
    from: typeof from === "string" ? from.toLowerCase() : undefined,
    nonce: isNonce ? BigInt(nonce) : undefined,
  };
}
