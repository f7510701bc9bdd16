import { isNodeFault, readHasCode } from "@portico/evm";
import type { Address } from "@portico/evm";
import { createChainReader, openContext } from "../chainReader.ts";
import type { ChainReading } from "../chainReader.ts";
import { ReadError } from "../reader.ts";
import type { CatalogueRow } from "./catalogueRow.ts";
import { listOwnAddresses, toParts } from "./catalogue.ts";

/**
 * What is wrong with a row's contracts at a block: "0x… has no code". Undefined: they respond as their family's do.
 * @param codes - Whether addresses have code, as far as that is known already.
 * @throws the node's error.
 */
export async function checkRow(
  reading: ChainReading,
  row: CatalogueRow,
  codes: ReadonlyMap<Address, boolean> = new Map(),
): Promise<string | undefined> {
  const addresses = listOwnAddresses(row);
  const isKnown = addresses.every((address) => codes.has(address));
  const known = isKnown ? codes : await readCodes(reading, [row]);
  const empty = addresses.filter((address) => known.get(address) !== true);
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

/** Whether the addresses of rows have code, read together. @throws the node's error. */
export async function readCodes(
  { rpc, block: { blockNumber } }: ChainReading,
  rows: readonly CatalogueRow[],
): Promise<ReadonlyMap<Address, boolean>> {
  const addresses = [...new Set(rows.flatMap(listOwnAddresses))];
  const codes = await readHasCode(rpc, addresses, { blockNumber });
  return new Map(addresses.map((address, index) => [address, codes[index] === true]));
}

const MAX_LISTED = 3;
const listSome = (addresses: readonly Address[]): string =>
  addresses.slice(0, MAX_LISTED).join(", ") + (addresses.length > MAX_LISTED ? " and others" : "");
