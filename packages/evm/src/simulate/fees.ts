import { numberToHex } from "viem";
import type { Address, Hex } from "viem";
import type { Rpc } from "../rpc.ts";
import { isQuantity } from "./quantity.ts";
import type { SimulatedTransaction, SimulateOptions } from "./simulation.ts";

/**
 * Gas price and balances of the senders during a simulation. Without a price nodes set
 * `tx.gasprice` and `block.basefee` to 0, which lets hostile contracts detect a simulation and behave.
 */
export interface Fees {
  /** Wei. */
  price: bigint;
  /** Each sender's balance after the block; by address. */
  balances: ReadonlyMap<Address, bigint>;
}

/** More than a node may use as the next block's base fee. */
const addTip = (baseFee: bigint): bigint => (baseFee * 5n) / 4n + 100_000_000n;

export async function readFees(rpc: Rpc, { transactions, block }: SimulateOptions): Promise<Fees> {
  const senders = [...new Set(transactions.map(({ from }) => from))];
  const read = async (from: Address): Promise<[Address, bigint]> => {
    const params = [from, numberToHex(block.blockNumber)];
    return [from, BigInt(await rpc.send<Hex>({ method: "eth_getBalance", params, check: checkBalance }))];
  };
  return { price: addTip(block.baseFee ?? 0n), balances: new Map(await Promise.all(senders.map(read))) };
}

function checkBalance(answer: unknown): void {
  if (!isQuantity(answer)) throw new TypeError("eth_getBalance returned no quantity");
}

/**
 * Loans to senders that cover the gas: of the last transaction by its limit, of the others by the maximum
 * limit.
 */
export function lendForGas(
  { price }: Pick<Fees, "price">,
  transactions: readonly SimulatedTransaction[],
  { max, last }: { max: bigint; last: bigint },
): Map<Address, bigint> {
  const loans = new Map<Address, bigint>();
  for (const [index, { from }] of transactions.entries()) {
    const limit = index === transactions.length - 1 ? last : max;
    loans.set(from, (loans.get(from) ?? 0n) + limit * price);
  }
  return loans;
}
