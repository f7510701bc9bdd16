import { isHash } from "@portico/evm";
import type { FoundTransaction } from "../../callSource.ts";
import { ExternalSourceError } from "../externalSourceError.ts";

/** Etherscan lists allocations of the genesis block as transactions. */
const GENESIS = "GENESIS";

/**
 * The hash and block of each record of a list, in its order. One transaction may have many records.
 * @throws ExternalSourceError for a record without them, or after `toBlock`.
 */
export function readRecords(host: string, result: unknown, toBlock: bigint): FoundTransaction[] {
  if (!Array.isArray(result)) throw new ExternalSourceError("invalid", `${host} did not return a list`);
  return result.flatMap((record: unknown) => {
    const { hash, blockNumber } = readFields(record);
    if (blockNumber === 0n && hash.startsWith(GENESIS)) return [];
    const lower = hash.toLowerCase();
    if (blockNumber === undefined || !isHash(lower)) {
      throw new ExternalSourceError("invalid", `${host} returned a transaction without a valid hash and block number`);
    }
    if (blockNumber > toBlock) {
      throw new ExternalSourceError("invalid", `${host} returned a transaction outside of the requested blocks`);
    }
    return [{ hash: lower, blockNumber }];
  });
}

function readFields(record: unknown): { hash: string; blockNumber: bigint | undefined } {
  const fields: Record<string, unknown> = typeof record === "object" && record !== null ? { ...record } : {};
  const hash = fields["hash"] ?? fields["transactionHash"]; // the latter: Blockscout's internal transactions
  return { hash: typeof hash === "string" ? hash : "", blockNumber: readDecimal(fields["blockNumber"]) };
}

function readDecimal(value: unknown): bigint | undefined {
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && /^\d{1,15}$/.test(text) ? BigInt(text) : undefined;
}
