import { createBareChain } from "../../startBareChain.ts";
import type { BareChain } from "../../startBareChain.ts";
import { createEdrRpc } from "./createEdrRpc.ts";
import { startEdrNode } from "./startEdrNode.ts";

/** `startBareChain` on Hardhat's node. */
export async function startEdrChain(): Promise<BareChain> {
  const node = await startEdrNode();
  try {
    return await createBareChain(createEdrRpc(node.rpcUrl), node);
  } catch (error) {
    await node.stop();
    throw error;
  }
}
