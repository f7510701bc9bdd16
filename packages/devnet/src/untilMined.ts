import { setTimeout as sleep } from "node:timers/promises";
import type { Client, Hash, TransactionReceipt } from "viem";
import { TransactionReceiptNotFoundError } from "viem";
import { getTransactionReceipt } from "viem/actions";

/**
 * Waits for the receipt of a transaction on a devnet. viem's own function polls again only after another block, and on
 * a chain that mines on demand there may be none.
 */
export async function untilMined(client: Client, hash: Hash): Promise<TransactionReceipt> {
  for (;;) {
    const receipt = await getTransactionReceipt(client, { hash }).catch((error: unknown) => {
      if (error instanceof TransactionReceiptNotFoundError) return undefined;
      throw error;
    });
    if (receipt !== undefined) return receipt;
    await sleep(5);
  }
}
