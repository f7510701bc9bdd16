import { setTimeout as sleep } from "node:timers/promises";
import type { BareChain } from "@portico/devnet";
import type { Address, Hex } from "@portico/evm";
import { encodeFunctionData, numberToHex } from "viem";

type Transaction = Parameters<BareChain["send"]>[0];

interface Receipt {
  readonly transactionHash: Hex;
  readonly status: Hex;
  readonly blockNumber: Hex;
}

export interface SharedBlocks {
  /** The chain. Within `together` it takes only `send` and `write`, of senders that have coins. */
  readonly chain: BareChain;
  /** Mines the transactions that `work` sends concurrently in common blocks: anvil hashes its whole state for each block. */
  readonly together: (work: () => Promise<unknown>) => Promise<void>;
}

export function shareBlocks(chain: BareChain): SharedBlocks {
  let pool: Pool | undefined;
  const send: BareChain["send"] = (transaction) =>
    pool === undefined ? chain.send(transaction) : pool.send(transaction);
  return {
    chain: {
      ...chain,
      send,
      write: (from, { to, abi, functionName, args = [], value = 0n }) =>
        send({ from, to, data: encodeFunctionData({ abi, functionName, args }), value }),
    },
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
/** Between two blocks, in which others send too. */
const GATHER_MS = 5;

function createPool({ rpc }: BareChain): Pool {
  const nonces = new Map<Address, Promise<bigint>>();
  const waiting = new Map<Hex, (receipt: Receipt) => void>();

  /** Of the next transaction: anvil would give the same to several that it receives at once. */
  const takeNonce = (from: Address): Promise<bigint> => {
    const last = nonces.get(from);
    const next =
      last?.then((nonce) => nonce + 1n) ?? rpc.call("eth_getTransactionCount", [from, "latest"]).then(BigInt);
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
