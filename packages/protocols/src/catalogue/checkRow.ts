import { isNodeFault } from "@portico/evm";
import type { Address } from "@portico/evm";
import { createChainReader, openContext } from "../chainReader.ts";
import type { ChainReading } from "../chainReader.ts";
import { ReadError } from "../reader.ts";
import type { CatalogueRow } from "./catalogueRow.ts";
import { listOwnAddresses, toParts } from "./catalogue.ts";

/**
 * What is wrong with a row's contracts at a block: "0x… has no code". Undefined: they respond as their family's do.
 * @throws the node's error.
 */
export async function checkRow(reading: ChainReading, row: CatalogueRow): Promise<string | undefined> {
  const { rpc, block } = reading;
  const addresses = listOwnAddresses(row);
  const codes = await Promise.all(addresses.map((address) => rpc.getCode({ address, blockNumber: block.blockNumber })));
  const empty = addresses.filter((_address, index) => (codes[index] ?? "0x") === "0x");
  if (addresses.length > 0 && empty.length === addresses.length) return `${listSome(empty)} has no code`;
  const parts = toParts(row).filter(({ reader }) => reader.check !== undefined);
  const failures = await Promise.all(
    parts.map(async ({ reader, contracts }) => {
      try {
        return await reader.check!(openContext(reading, createChainReader(reading), contracts));
      } catch (error) {
        if (error instanceof ReadError) return error.message;
        if (isNodeFault(error)) throw error;
        return error instanceof Error ? error.message : String(error);
      }
    }),
  );
  // a row with several contracts is served if any of them responds
  return parts.length > 0 && failures.every((failure) => failure !== undefined) ? failures[0] : undefined;
}

const MAX_LISTED = 3;
const listSome = (addresses: readonly Address[]): string =>
  addresses.slice(0, MAX_LISTED).join(", ") + (addresses.length > MAX_LISTED ? " and others" : "");
