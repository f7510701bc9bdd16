import { getChain } from "@portico/evm";
import type { ReadContext } from "../adapter.ts";
import { createChainReader, openContext } from "../chainReader.ts";
import type { Lab } from "./lab.ts";

/** Reads of a lab on Ethereum, at its latest block. */
export async function openLab<Contracts>(lab: Lab, contracts: Contracts): Promise<ReadContext<Contracts>> {
  const { number: blockNumber, hash, timestamp } = await lab.client.getBlock();
  const block = { blockNumber, hash, timeAt: Number(timestamp) };
  const reading = { rpc: lab.client, chain: getChain("eth"), block, memory: new Map() };
  return { ...openContext(reading, createChainReader(reading), contracts), contracts };
}
