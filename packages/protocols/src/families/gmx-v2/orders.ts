import type { Address } from "@portico/evm";
import type { OwnerContext } from "../../adapter.ts";
import type { Position } from "../../position.ts";
import { toLower } from "../../toLower.ts";
import { hashText, storeAbi, toStoreKey } from "./gmxV2Store.ts";

const MAX_ORDERS = 100n;
/** Types of orders whose tokens are paid in at once: swaps, and increases of a position. */
const PAID_IN = new Set([0n, 1n, 2n, 3n, 8n]);

/** Tokens of orders that wait for their price. */
export async function listOrders({ owner, read }: OwnerContext<unknown>, store: Address): Promise<Position[]> {
  const of = { address: store, abi: storeAbi } as const;
  const list = toStoreKey(hashText("ACCOUNT_ORDER_LIST"), owner);
  const [keys] = await read([{ ...of, functionName: "getBytes32ValuesAt", args: [list, 0n, MAX_ORDERS] }]);
  const orders = await Promise.all(
    keys.map(async (key) => {
      const args = (field: string) => [toStoreKey(key, hashText(field))] as const;
      const [token, kind, rawAmount] = await read([
        { ...of, functionName: "getAddress", args: args("INITIAL_COLLATERAL_TOKEN") },
        { ...of, functionName: "getUint", args: args("ORDER_TYPE") },
        { ...of, functionName: "getUint", args: args("INITIAL_COLLATERAL_DELTA_AMOUNT") },
      ]);
      return { key, kind, amount: { token: toLower(token), rawAmount } };
    }),
  );
  return orders.flatMap(({ key, kind, amount }): Position[] => {
    if (!PAID_IN.has(kind) || amount.rawAmount === 0n) return [];
    const detail = { type: "common" as const, supplies: [amount], description: "Order" };
    return [{ name: "Deposit", detail, pool: { controller: store }, positionIndex: key }];
  });
}
