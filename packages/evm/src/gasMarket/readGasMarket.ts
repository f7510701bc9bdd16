import type { Chain } from "../chains.ts";
import type { Rpc } from "../rpc.ts";
import type { GasWindow } from "./gasWindow.ts";
import { readL1DataFee } from "./l1DataFee.ts";
import type { GasHead } from "./readGasHead.ts";
import { readGasWindow } from "./readGasWindow.ts";

/** Gas prices of a chain after a block. */
export interface GasMarket {
  readonly head: GasHead;
  readonly window: GasWindow;
  /** Wei for a plain transfer, besides its gas; null on chains without such a fee, or if it is unknown. */
  readonly l1DataFee: bigint | null;
}

/**
 * Reads the input of `estimateGas`, of one block and those before it.
 * @throws like `createRpc` if the node fails.
 */
export async function readGasMarket(rpc: Rpc, chain: Chain, head: GasHead): Promise<GasMarket> {
  const [window, l1DataFee] = await Promise.all([readGasWindow(rpc, chain, head), readL1DataFee(rpc, chain)]);
  return { head, window, l1DataFee };
}
