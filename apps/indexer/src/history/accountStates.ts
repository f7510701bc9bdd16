import type { Address, Hex, Rpc } from "@portico/evm";
import { numberToHex } from "viem";
import { isRefused } from "./sources/isRefused.ts";

/** An account after a block. */
export interface AccountState {
  /** Wei. */
  balance: bigint;
  nonce: bigint;
}

/** The states of an account after past blocks, as far as the node has them. */
export interface AccountStates {
  /** undefined: the node has pruned it, or refuses. */
  read(blockNumber: bigint): Promise<AccountState | undefined>;
  /** The balance alone. */
  readBalance(blockNumber: bigint): Promise<bigint | undefined>;
  /** Whether the account had code or a delegation; undefined: unknown. */
  hasCode(blockNumber: bigint): Promise<boolean | undefined>;
}

/** Each is read once; what is refused at a block is not read before it. */
export function createAccountStates(rpc: Rpc, owner: Address): AccountStates {
  const results = new Map<string, Promise<Hex | undefined>>();
  let refusedAt = -1n;
  const send = async (method: string, blockNumber: bigint): Promise<Hex | undefined> => {
    try {
      return await rpc.send<Hex>({ method, params: [owner, numberToHex(blockNumber)] });
    } catch (error) {
      if (!isRefused(error)) throw error;
      if (blockNumber > refusedAt) refusedAt = blockNumber;
      return undefined;
    }
  };
  const read = async (method: string, blockNumber: bigint): Promise<Hex | undefined> => {
    const key = `${method} ${blockNumber}`;
    const known = results.get(key);
    if (known !== undefined) return await known;
    const { stateDepth } = await rpc.readLimits();
    if (stateDepth !== undefined || blockNumber <= refusedAt) return undefined;
    const result = results.get(key) ?? send(method, blockNumber);
    results.set(key, result);
    return await result;
  };
  const readNumber = async (method: string, blockNumber: bigint): Promise<bigint | undefined> => {
    const hex = await read(method, blockNumber);
    return typeof hex === "string" && /^0x[0-9a-f]+$/i.test(hex) ? BigInt(hex) : undefined;
  };
  return {
    async read(blockNumber) {
      const [balance, nonce] = await Promise.all(
        ["eth_getBalance", "eth_getTransactionCount"].map((method) => readNumber(method, blockNumber)),
      );
      return balance === undefined || nonce === undefined ? undefined : { balance, nonce };
    },
    readBalance: (blockNumber) => readNumber("eth_getBalance", blockNumber),
    async hasCode(blockNumber) {
      const code = await read("eth_getCode", blockNumber);
      return typeof code === "string" ? code !== "0x" : undefined;
    },
  };
}
