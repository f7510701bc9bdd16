import { isHash } from "@portico/evm";
import type { Hash } from "@portico/evm";
import type { FoundTransaction } from "../../callSource.ts";
import { ExternalSourceError } from "../externalSourceError.ts";

/** The blocks of a stream, which always has the first and the last block that it covered. */
export interface PortalBlocks {
  /** The last covered block; undefined: none, because the portal doesn't have the first one yet. */
  last: { number: bigint; hash: Hash } | undefined;
  transactions: FoundTransaction[];
}

/**
 * Reads newline-delimited JSON of blocks, in ascending order.
 * @throws ExternalSourceError for anything else, or blocks outside of the requested range.
 */
export function readPortalBlocks(
  host: string,
  body: Buffer,
  { fromBlock, toBlock }: { fromBlock: bigint; toBlock: bigint },
): PortalBlocks {
  const transactions: FoundTransaction[] = [];
  let last: PortalBlocks["last"];
  for (const line of body.toString().split("\n")) {
    if (line.trim() === "") continue;
    const block = parseBlock(host, line);
    if (block.number < (last === undefined ? fromBlock : last.number + 1n) || block.number > toBlock) {
      throw new ExternalSourceError("invalid", `${host} returned a block outside of the requested order or range`);
    }
    last = { number: block.number, hash: block.hash };
    transactions.push(...block.hashes.map((hash) => ({ hash, blockNumber: block.number })));
  }
  return { last, transactions };
}

interface Line {
  header?: { number?: unknown; hash?: unknown };
  transactions?: { hash?: unknown }[];
}

function parseBlock(host: string, line: string): { number: bigint; hash: Hash; hashes: Hash[] } {
  try {
    const { header, transactions = [] }: Line = JSON.parse(line);
    const hashes = transactions.map(({ hash }) => hash);
    const number = header?.number;
    if (isHash(header?.hash) && typeof number === "number" && Number.isSafeInteger(number) && hashes.every(isHash)) {
      return { number: BigInt(number), hash: header.hash, hashes };
    }
  } catch {
    // as any other invalid line
  }
  throw new ExternalSourceError("invalid", `${host} returned a line that is not a block with its transactions`);
}
