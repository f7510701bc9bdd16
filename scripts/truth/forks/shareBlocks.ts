import { setTimeout as sleep } from "node:timers/promises";
import { type BareChain, createWrites } from "@portico/devnet";
import type { Address, Hex } from "@portico/evm";
import { numberToHex } from "viem";

type Transaction = Parameters<BareChain["send"]>[0];

interface Receipt {
  readonly transactionHash: Hex;
  readonly status: Hex;
  readonly blockNumber: Hex;
}

export interface SharedBlocks {
  /** The chain, whose transactions wait for a common block within `together`. */
  readonly chain: BareChain;
  /** Mines the transactions that `work` sends concurrently in common blocks: anvil hashes its whole state for each block. */
  readonly together: (work: () => Promise<unknown>) => Promise<void>;
}

export function shareBlocks(chain: BareChain): SharedBlocks {
  let pool: Pool | undefined;
  const send: BareChain["send"] = (transaction) =>
    pool === undefined ? chain.send(transaction) : pool.send(transaction);
  return {
    chain: { ...chain, send, ...createWrites({ ...chain, send }) },
    async together(work) {
      pool = createPool(chain);
      await chain.rpc.call("evm_setAutomine", [false]);
      try {
        await pool.mineUntil(work());
      } finally {
        pool = undefined;
        await chain.rpc.call("evm_setAutomine", [true]);
      }
    },
  };
}

interface Pool {
  readonly send: BareChain["send"];
  readonly mineUntil: (done: Promise<unknown>) => Promise<void>;
}

const GAS = numberToHex(30_000_000n);
/** Of a sender that has no coins. */
const WEALTH = 10n ** 20n;
/** Between two blocks, in which others send too. */
const GATHER_MS = 5;

function createPool(chain: BareChain): Pool {
  const { rpc } = chain;
  const nonces = new Map<Address, Promise<bigint>>();
  const waiting = new Map<Hex, (receipt: Receipt) => void>();

  const readNonce = async (from: Address): Promise<bigint> => {
    if (BigInt(await rpc.call("eth_getBalance", [from, "latest"])) === 0n) await chain.setBalance(from, WEALTH);
    return BigInt(await rpc.call("eth_getTransactionCount", [from, "latest"]));
  };
  /** Of the next transaction: anvil would give the same to several that it receives at once. */
  const takeNonce = (from: Address): Promise<bigint> => {
    const next = nonces.get(from)?.then((nonce) => nonce + 1n) ?? readNonce(from);
    nonces.set(from, next);
    return next;
  };

  const mine = async (): Promise<void> => {
    const hashes = [...waiting.keys()];
    await rpc.call("evm_mine");
    const receipts = await rpc.batch<Receipt | null>(hashes.map((hash) => ["eth_getTransactionReceipt", [hash]]));
    for (const receipt of receipts) {
      if (receipt === null) continue;
      waiting.get(receipt.transactionHash)?.(receipt);
      waiting.delete(receipt.transactionHash);
    }
  };

  return {
    async send({ from, to, data, value = 0n }: Transaction) {
      const fields = { from, to, data, value: numberToHex(value), gas: GAS };
      const nonce = numberToHex(await takeNonce(from));
      const hash = await rpc.call("eth_sendTransaction", [{ ...fields, nonce }]);
      const { status, blockNumber } = await new Promise<Receipt>((resolve) => waiting.set(hash, resolve));
      if (status === "0x1") return hash;
      await rpc.call("eth_call", [fields, numberToHex(BigInt(blockNumber) - 1n)]); // throws with the reason
      throw new Error(`Transaction ${hash} reverted`);
    },
    async mineUntil(done) {
      const isDone = done.then(() => true);
      while (!(await Promise.race([isDone, sleep(GATHER_MS, false)]))) if (waiting.size > 0) await mine();
    },
  };
}
