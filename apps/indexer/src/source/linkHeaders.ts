import type { Hash, Rpc } from "@portico/evm";
import { ReorgError } from "../chain/reorgError.ts";
import { requestBlock } from "./requests.ts";
import type { NodeBlock } from "./readHeader.ts";
import { readHeader } from "./readHeader.ts";
import type { Header } from "./readHeader.ts";
import { InvalidDataError } from "./invalidDataError.ts";

/**
 * Links the received blocks into one chain: the last one determines its ancestors, and those that don't match are
 * requested again.
 * @throws ReorgError if they still don't match.
 */
export async function linkHeaders(
  rpc: Rpc,
  numbers: readonly bigint[],
  found: readonly (NodeBlock | null)[],
  isWhole: boolean,
): Promise<Header[]> {
  const headers: Header[] = [];
  let hash: Hash | undefined;
  for (let at = numbers.length - 1; at >= 0; at--) {
    const header = await requestValidHeader(rpc, numbers[at]!, { found: found[at] ?? null, hash, isWhole });
    headers.push(header);
    hash = header.parentHash;
  }
  return headers.toReversed();
}

interface Wanted {
  found: NodeBlock | null;
  /** undefined: any. */
  hash: Hash | undefined;
  isWhole: boolean;
}

async function requestValidHeader(rpc: Rpc, blockNumber: bigint, { found, hash, isWhole }: Wanted): Promise<Header> {
  const read = (block: NodeBlock | null): Header => {
    const header = readHeader(blockNumber, block, isWhole);
    if (hash === undefined || header.hash === hash) return header;
    throw new InvalidDataError("block", blockNumber, `it is ${header.hash}, but the next one's parent is ${hash}`);
  };
  try {
    return read(found);
  } catch (error) {
    if (!(error instanceof InvalidDataError)) throw error;
  }
  try {
    return read(await requestBlock(rpc, blockNumber, isWhole, (block) => void read(block)));
  } catch (error) {
    if (!(error instanceof InvalidDataError)) throw error;
    rpc.doubt();
    throw new ReorgError(blockNumber);
  }
}
