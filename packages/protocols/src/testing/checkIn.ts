import { getChain } from "@portico/evm";
import type { Adapter } from "../adapter.ts";
import { createChainReader, openContext } from "../chainReader.ts";
import type { Lab } from "./lab.ts";

/** An adapter's check of its contracts in a lab on Ethereum. */
export async function checkIn<Contracts>(lab: Lab, adapter: Adapter<Contracts>, contracts: Contracts) {
  const { number: blockNumber, hash, timestamp } = await lab.client.getBlock();
  const block = { blockNumber, hash, timeAt: Number(timestamp) };
  const reading = { rpc: lab.client, chain: getChain("eth"), block, memory: new Map() };
  return adapter.check?.({ ...openContext(reading, createChainReader(reading), contracts), contracts });
}
