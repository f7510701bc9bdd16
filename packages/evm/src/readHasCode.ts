import { concat, type Address, type Hex } from "viem";
import { createAbility } from "./ability.ts";
import { isRefusal } from "./aggregator.ts";
import { callBytes } from "./callOrNull.ts";
import { readAtBlock } from "./pinnedBlock.ts";
import type { BlockParameter, PinnedBlock } from "./pinnedBlock.ts";
import { findCause, isPruned, RpcCallError } from "./rpcErrors.ts";
import type { Rpc } from "./rpc.ts";

/**
 * Code of a contract creation that eth_call simulates: of each address appended to it, whether it has code, returned as
 * a byte of the created contract's code.
 */
const PROGRAM: Hex = `0x${[
  "60313803806031600039806000", // end = CODESIZE - 49; CODECOPY(0, 49, end); out = end; at = 0
  "5b82811015602a57", // while at < end:
  "805160601c3b15158253", // MSTORE8(out, EXTCODESIZE(MLOAD(at)) > 0)
  "6014019060010190600d56", // at += 20; out += 1
  "5b5081900390f3", // RETURN(end, out - end)
].join("")}`;

/** Of 2,600 gas each: within the limit of any node, and of EIP-3860. */
const AT_ONCE = 1_000;

const creations = createAbility();

/**
 * Whether addresses have code at a block: with eth_call for many together, or eth_getCode for each on nodes that don't
 * support creations in eth_call.
 * @throws if the node fails.
 */
export async function readHasCode(rpc: Rpc, addresses: readonly Address[], block: PinnedBlock): Promise<boolean[]> {
  const chunks = Array.from({ length: Math.ceil(addresses.length / AT_ONCE) }, (_, index) =>
    addresses.slice(index * AT_ONCE, (index + 1) * AT_ONCE),
  );
  const results = await Promise.all(
    chunks.map((chunk) =>
      readAtBlock(rpc, block, async (at) => (await readTogether(rpc, chunk, at)) ?? (await readEach(rpc, chunk, at))),
    ),
  );
  return results.flat();
}

async function readTogether(
  rpc: Rpc,
  addresses: readonly Address[],
  at: BlockParameter,
): Promise<boolean[] | undefined> {
  if (creations.isMissing(rpc)) return undefined;
  const answer = await callBytes(rpc, [{ data: concat([PROGRAM, ...addresses]) }, at]).catch((error: unknown) => {
    const refused = findCause(error, RpcCallError);
    if (isRefusal(error) && !(refused !== undefined && isPruned(refused))) return null;
    throw error;
  });
  const bytes = answer === null ? [] : [...Buffer.from(answer.slice(2), "hex")];
  if (bytes.length === addresses.length && bytes.every((byte) => byte <= 1)) {
    creations.markKnown(rpc);
    return bytes.map((byte) => byte === 1);
  }
  creations.miss(rpc);
  return undefined;
}

const readEach = (rpc: Rpc, addresses: readonly Address[], at: BlockParameter): Promise<boolean[]> =>
  Promise.all(
    addresses.map(async (address) => {
      const code = await rpc.request({ method: "eth_getCode", params: [address, at as Hex] });
      return (code ?? "0x") !== "0x";
    }),
  );
