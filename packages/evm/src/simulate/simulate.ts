import { numberToHex } from "viem";
import type { Hex } from "viem";
import type { Rpc } from "../rpc.ts";
import { isUnsupported } from "../rpcErrors.ts";
import { byCall } from "./byCall.ts";
import { bySimulation } from "./bySimulation.ts";
import { byTrace } from "./byTrace.ts";
import { createAddress } from "./createAddress.ts";
import { overrideForDelegateCall } from "./delegateCall.ts";
import { readFees, type Fees } from "./fees.ts";
import { isQuantity } from "./quantity.ts";
import { findRefusal, isPoor, MAX_GAS, toPoor, type BlockOverrides, type Scene } from "./scene.ts";
import { CannotSimulateError } from "./simulation.ts";
import type { Simulation, SimulateOptions, SimulationOutcome, SimulationWay } from "./simulation.ts";
import { mergeOverrides, type StateOverrides } from "./stateOverrides.ts";

/** Best first. */
const WAYS: readonly [SimulationWay, (scene: Scene) => Promise<SimulationOutcome>][] = [
  ["v2", bySimulation],
  ["v1", byTrace],
  ["v0", byCall],
];

/** Until when a way is not tried with an RPC that does not support it; ms of the process's clock. */
const unknownUntil = new WeakMap<Rpc, Map<SimulationWay, number>>();
/** Nodes are upgraded. */
const REMEMBERED_MS = 10 * 60_000;

/**
 * Simulates a transaction after a block, by the best way that the RPC supports; unsupported ways are skipped for a while.
 * Nothing is ever sent to the chain.
 * @throws CannotSimulateError if no way of the RPC can simulate this; the signal's reason; the other errors of
 * `createRpc` if the node fails.
 */
export async function simulate(rpc: Rpc, options: SimulateOptions): Promise<Simulation> {
  const { blockNumber, gasLimit } = options.block;
  const [nonces, fees] = await Promise.all([checkNonces(rpc, options, blockNumber), readFees(rpc, options)]);
  const [way] = listSupportedWays(rpc)[0] ?? WAYS[0]!;
  if ("failure" in nonces) return { way, outcome: nonces };
  if (isBeyondBalance(options, fees)) return { way, outcome: toPoor(options) };
  const target = options.transactions.at(-1)!;
  const delegated = options.isDelegateCall
    ? await overrideForDelegateCall(rpc, options.owner, target, blockNumber)
    : undefined;
  const scene: Scene = {
    ...options,
    ...(delegated !== undefined && { transactions: passToOwner(options) }),
    rpc,
    blockNumber,
    maxGas: gasLimit < MAX_GAS ? gasLimit : MAX_GAS,
    blockOverrides: overrideBlock(options),
    overrides: mergeOverrides(nonces.overrides, delegated ?? {}),
    fees,
  };
  return await tryWays(scene);
}

/** Not all nodes compare the amount sent with the balance. What pending transactions leave of it is not known here. */
const isBeyondBalance = ({ transactions }: SimulateOptions, { balances }: Fees): boolean =>
  transactions.length === 1 && (balances.get(transactions[0].from) ?? 0n) < transactions[0].rawValue;

/** A realistic next block: hostile contracts could recognise a simulation by fields that nodes leave unset. */
function overrideBlock({ block, blockSeconds = 12, owner }: SimulateOptions): BlockOverrides {
  const { blockNumber, timeAt, baseFee, producer, randomness } = block;
  return {
    number: numberToHex(blockNumber + 1n),
    time: numberToHex(BigInt(timeAt) + BigInt(Math.max(1, Math.round(blockSeconds)))),
    ...(baseFee !== undefined && { baseFeePerGas: numberToHex(baseFee) }),
    // tips are not a balance change of a producer that is also the owner
    ...(producer !== undefined && { feeRecipient: producer === owner ? createAddress() : producer }),
    ...(randomness !== undefined && { prevRandao: randomness }),
  };
}

/** In the contract's own name, the owner is called. */
function passToOwner({ transactions, owner }: SimulateOptions): SimulateOptions["transactions"] {
  const target = transactions.at(-1)!;
  return [...transactions.slice(0, -1), { ...target, to: owner }];
}

const listSupportedWays = (rpc: Rpc): typeof WAYS =>
  WAYS.filter(([way]) => performance.now() >= (unknownUntil.get(rpc)?.get(way) ?? 0));

/** If one way can't simulate, the next is tried: a node that rejects for lack of funds would reject that too. */
async function tryWays(scene: Scene): Promise<Simulation> {
  const { rpc } = scene;
  let problem: unknown;
  for (const [way, run] of listSupportedWays(rpc)) {
    scene.signal?.throwIfAborted();
    try {
      return { way, outcome: await run(scene) };
    } catch (error) {
      const refused = findRefusal(error);
      if (refused !== undefined && isPoor(refused)) return { way, outcome: toPoor(scene) };
      if (refused === undefined && !(error instanceof CannotSimulateError) && !isUnfit(error)) throw error;
      if (refused === undefined ? isUnfit(error) : isUnsupported(refused)) markUnsupported(rpc, way);
      // the reported error is that of the best known way, unless the last one can explain why none works
      if (problem === undefined || error instanceof CannotSimulateError || isUnsupportedError(problem)) problem = error;
    }
  }
  throw problem ?? new CannotSimulateError("The nodes of this chain don't support simulating transactions");
}

const isUnsupportedError = (error: unknown): boolean => {
  const refused = findRefusal(error);
  return refused !== undefined && isUnsupported(refused);
};

/** A nonsensical response, as from a node that does not support a tracer. */
const isUnfit = (error: unknown): boolean => error instanceof TypeError;

function markUnsupported(rpc: Rpc, way: SimulationWay): void {
  const known = unknownUntil.get(rpc) ?? new Map<SimulationWay, number>();
  if (way !== "v0") known.set(way, performance.now() + REMEMBERED_MS);
  unknownUntil.set(rpc, known);
}

/** A used nonce is rejected; a future one is simulated as if all before it were used. */
async function checkNonces(
  rpc: Rpc,
  { transactions }: SimulateOptions,
  blockNumber: bigint,
): Promise<{ overrides: StateOverrides } | (SimulationOutcome & { isSuccess: false })> {
  const overrides: StateOverrides = {};
  const seen = new Set<string>();
  for (const { from, nonce } of transactions) {
    if (nonce === undefined || seen.has(from)) continue;
    seen.add(from);
    const params = [from, numberToHex(blockNumber)];
    const count = await rpc.send<Hex>({ method: "eth_getTransactionCount", params, check: checkCount });
    const message = `nonce too low: ${from} has sent ${BigInt(count)} transactions, and this has nonce ${nonce}`;
    if (nonce < BigInt(count)) return { isSuccess: false, failure: "nonce", message };
    if (nonce > BigInt(count)) overrides[from] = { nonce: numberToHex(nonce) };
  }
  return { overrides };
}

function checkCount(answer: unknown): void {
  if (!isQuantity(answer)) throw new TypeError("eth_getTransactionCount returned no quantity");
}
