import { randomBytes } from "node:crypto";
import type { Address, Hex } from "viem";
import { numberToHex } from "viem";
import { isRefusal } from "../aggregator.ts";
import { callBytes } from "../callOrNull.ts";
import { readAtBlock } from "../pinnedBlock.ts";
import type { PinnedBlock } from "../pinnedBlock.ts";
import type { Rpc } from "../rpc.ts";
import { toWord } from "./word.ts";

/**
 * Whether a contract runs another one's code: that code is replaced, for one call, by code that returns the address that
 * it runs at and a random word. Any contract can have another one's address in its storage.
 * @returns false also if the node has no state overrides.
 * @throws if the node fails.
 */
export async function delegates(rpc: Rpc, proxy: Address, code: Address, block: PinnedBlock): Promise<boolean> {
  const nonce = randomBytes(32).toString("hex");
  const call = { to: proxy, data: `0x${randomBytes(4).toString("hex")}`, gas: GAS };
  try {
    const answer = await readAtBlock(rpc, block, (at) =>
      callBytes(rpc, [call, at, { [code]: { code: toProbe(nonce) } }]),
    );
    return answer === `0x${toWord(proxy)}${nonce}`;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return false;
  }
}

/** No honest proxy needs more, and it bounds contracts that burn gas. */
const GAS = numberToHex(1_000_000);

/** ADDRESS at 0, the word at 32, and returns both. */
const toProbe = (word: string): Hex => `0x306000527f${word}60205260406000f3`;
