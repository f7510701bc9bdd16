import { ExternalSourceError } from "../externalSourceError.ts";
import type { ExplorerClient } from "./explorerClient.ts";

type Query = readonly [module: string, params: Readonly<Record<string, string>>];

/** Each is missing at some explorers. The first ones answer from the index, the last one from a node. */
const listQueries = (): Query[] => [
  ["block", { action: "getblocknobytime", timestamp: String(Math.floor(Date.now() / 1000)), closest: "before" }],
  ["block", { action: "eth_block_number" }],
  ["proxy", { action: "eth_blockNumber" }],
];

/** The newest block that the explorer has. @throws ExternalSourceError. */
export async function readExplorerHead({ host, get }: ExplorerClient, signal: AbortSignal): Promise<bigint> {
  let refusal: ExternalSourceError | undefined;
  for (const [module, params] of listQueries()) {
    try {
      const head = readBlockNumber((await get(module, params, signal)).result);
      if (head !== undefined) return head;
    } catch (error) {
      if (!(error instanceof ExternalSourceError) || !["refused", "unsupported"].includes(error.kind)) throw error;
      refusal ??= error;
    }
  }
  throw refusal ?? new ExternalSourceError("invalid", `${host} does not report its newest block`);
}

/** "123", "0x7b" or, of Blockscout, { blockNumber: "123" }. */
function readBlockNumber(result: unknown): bigint | undefined {
  const text = typeof result === "object" && result !== null && "blockNumber" in result ? result.blockNumber : result;
  if (typeof text !== "string" && typeof text !== "number") return undefined;
  return /^(?:\d{1,15}|0x[\da-f]{1,13})$/i.test(String(text)) ? BigInt(text) : undefined;
}
