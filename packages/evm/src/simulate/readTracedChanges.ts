import { numberToHex } from "viem";
import type { Address, Hex } from "viem";
import { NATIVE_TOKEN, ZERO_ADDRESS } from "../nativeToken.ts";
import { findRefusal, toRpcTransaction, type Scene } from "./scene.ts";
import { sumMoved } from "./moved.ts";
import type { BalanceChanges } from "./simulation.ts";
import { areTraceResults, listTracedEffects, type TracedEffects, type TraceResult } from "./traceResult.ts";

/** Contracts whose balances are read. */
const MAX_CONTRACTS = 40;
const READ_GAS = numberToHex(3_000_000);
const SUPPORTS_ERC721: Hex = `0x01ffc9a780ac58cd${"0".repeat(56)}`;
const SUPPORTS_ERC1155: Hex = `0x01ffc9a7d9b67a26${"0".repeat(56)}`;
const DECIMALS: Hex = "0x313ce567";

/**
 * Balance changes by a successful transaction, by `trace_callMany`, which executes calls one after the other: a first
 * one shows what the transaction calls and changes, a second one reads the balances of these contracts before and after
 * it. There are no logs: if an NFT may have moved, the changes are unknown.
 * @param gasLimit - With which it succeeds.
 * @returns undefined: unknown, also because the node lacks the method.
 */
export async function readTracedChanges(scene: Scene, gasLimit: bigint): Promise<BalanceChanges | undefined> {
  if (scene.isDelegateCall === true || Object.keys(scene.overrides).length > 0) return undefined;
  try {
    const transaction = {
      ...toRpcTransaction(scene, scene.transactions.at(-1)!, gasLimit),
      gasPrice: numberToHex(scene.fees.price), // a contract may test for 0
    };
    const [traced] = await traceMany(scene, [[transaction, ["trace", "stateDiff"]]]);
    const effects = traced && listTracedEffects(traced);
    return effects && (await readChanges(scene, transaction, effects));
  } catch (error) {
    // refused, also for lack of funds for the gas; or a nonsensical response
    if (findRefusal(error) === undefined && !(error instanceof TypeError)) throw error;
    return undefined;
  }
}

type Call = [transaction: object, types: readonly string[]];

async function traceMany({ rpc, blockNumber, signal }: Scene, calls: readonly Call[]): Promise<TraceResult[]> {
  signal?.throwIfAborted();
  return await rpc.send<TraceResult[]>({
    method: "trace_callMany",
    params: [calls, numberToHex(blockNumber)],
    check: (answer) => {
      if (!areTraceResults(answer, calls.length)) throw new TypeError("trace_callMany returned no traces");
    },
  });
}

async function readChanges(
  scene: Scene,
  transaction: object,
  { coins, contracts, changed }: TracedEffects,
): Promise<BalanceChanges | undefined> {
  const { owner, watched = [], nativeErc20 } = scene;
  const candidates = [...new Set([...contracts, ...watched])].filter((address) => address !== nativeErc20);
  if (candidates.length > MAX_CONTRACTS) return undefined;
  const balanceOf: Hex = `0x70a08231${owner.slice(2).padStart(64, "0")}`;
  const reads = candidates.map((to) => toRead(to, balanceOf));
  const probes = candidates.flatMap((to) =>
    [SUPPORTS_ERC721, SUPPORTS_ERC1155, DECIMALS].map((data) => toRead(to, data)),
  );
  const results = await traceMany(scene, [...reads, [transaction, ["trace"]], ...reads, ...probes]);
  const amounts = results.map(readAmount);
  const after = candidates.length + 1;
  const first = after + candidates.length;
  const tokens: BalanceChanges["tokens"] = [];
  for (const [index, token] of candidates.entries()) {
    const rawAmount = (amounts[after + index] ?? 0n) - (amounts[index] ?? 0n);
    const [isErc721, isErc1155, decimals] = amounts.slice(first + index * 3, first + index * 3 + 3);
    if ((isErc721 === 1n || isErc1155 === 1n) && changed.has(token)) return undefined;
    if (rawAmount === 0n) continue;
    if (decimals === undefined && !watched.includes(token)) return undefined; // may be an NFT from before ERC-165
    tokens.push({ token, rawAmount });
  }
  const native = sumMoved(coins, owner).tokens.filter(({ token }) => token === NATIVE_TOKEN);
  return { tokens: [...native, ...tokens], nfts: [] };
}

const toRead = (to: Address, data: Hex): Call => [{ from: ZERO_ADDRESS, to, data, gas: READ_GAS }, ["trace"]];

/** Undefined: the call failed, or returned no number. */
const readAmount = ({ output, trace }: TraceResult): bigint | undefined =>
  trace[0]?.error || output.length < 66 ? undefined : BigInt(output.slice(0, 66));
