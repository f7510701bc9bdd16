import type { BareChain } from "@portico/devnet";
import { expect, vi } from "vitest";

/** Mines blocks, and waits until `portico status` says that the last one is indexed. */
export async function expectIndexed(
  chain: BareChain,
  readStatus: () => Promise<string>,
  wait: { readonly timeout: number; readonly interval: number },
): Promise<void> {
  await chain.mine(2);
  const block = Number(await chain.rpc.call("eth_blockNumber"));
  await vi.waitFor(async () => {
    expect(await readStatus()).toMatch(new RegExp(`^eth +head +block ${block} `, "m"));
  }, wait);
}
