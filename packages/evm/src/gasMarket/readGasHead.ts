import type { Rpc } from "../rpc.ts";
import { parseQuantity } from "./quantity.ts";

/** The latest block's gas fields. */
export interface GasHead {
  readonly blockNumber: bigint;
  readonly hash: string;
  /** Unix seconds. */
  readonly timeAt: number;
  /** Wei per gas; null if blocks have none. */
  readonly baseFee: bigint | null;
  readonly gasUsed: bigint;
  readonly gasLimit: bigint;
}

interface RawBlock {
  readonly number?: unknown;
  readonly hash?: unknown;
  readonly timestamp?: unknown;
  readonly baseFeePerGas?: unknown;
  readonly gasUsed?: unknown;
  readonly gasLimit?: unknown;
}

/** @throws like `createRpc`, and if the node returns no block. */
export async function readGasHead(rpc: Rpc): Promise<GasHead> {
  const block = await rpc.send<RawBlock>({
    method: "eth_getBlockByNumber",
    params: ["latest", false],
    check: (answer) => void parseHead(answer),
  });
  return parseHead(block);
}

/** @throws TypeError if it is not a block. */
export function parseHead(block: RawBlock | null): GasHead {
  if (block === null || typeof block !== "object") throw new TypeError("A node returned no block");
  const { hash, baseFeePerGas } = block;
  return {
    blockNumber: parseQuantity(block.number),
    hash: typeof hash === "string" ? hash : "",
    timeAt: Number(parseQuantity(block.timestamp)),
    baseFee: typeof baseFeePerGas === "string" ? parseQuantity(baseFeePerGas) : null,
    gasUsed: parseGas(block.gasUsed),
    gasLimit: parseGas(block.gasLimit),
  };
}

/** Some chains have no limit, and report an out-of-range number. */
const parseGas = (value: unknown): bigint =>
  typeof value === "string" && /^0x[0-9a-f]{1,64}$/i.test(value) ? BigInt(value) : 0n;
