import type { Address, Hex } from "viem";
import { numberToHex } from "viem";
import { isBytes } from "../isBytes.ts";
import { ZERO_ADDRESS } from "../nativeToken.ts";
import { coinReader, createBalanceReads, type BalanceReads } from "./balanceReads.ts";
import { settleGasLimit, type GasRun } from "./gasLimit.ts";
import { readRevertData, toRpcTransaction, type Scene } from "./scene.ts";
import type { SimulatedLog, SimulationOutcome } from "./simulation.ts";

/** What a node answers of one call. @see https://github.com/ethereum/execution-apis/blob/main/src/eth/execute.yaml */
interface CallResult {
  status: Hex;
  returnData: Hex;
  gasUsed: Hex;
  logs: readonly SimulatedLog[];
  error?: { message?: string; data?: unknown };
}

interface Run extends GasRun {
  result: CallResult;
  before: readonly CallResult[];
  after: readonly CallResult[];
}

/** What a view may take, of the gas of the block. */
const READ_GAS = numberToHex(500_000);

/**
 * By eth_simulateV1. First it is found out what the transaction touches; then it is run again, with the gas that it is said to
 * need, between reads of the owner's balances: so odd tokens, those that take fees, rebase, or tell nothing, come out as they
 * would on the chain.
 */
export async function bySimulation(scene: Scene): Promise<SimulationOutcome> {
  const first = await run(scene);
  if (!first.isSuccess) return toFailure(first.result);
  const reads = createBalanceReads(first.result.logs, scene);
  const again = (gasLimit?: bigint) => run(scene, reads, gasLimit);
  const { gasLimit, settled } = await settleGasLimit(first, scene.blockGasLimit, again);
  if (!settled.isSuccess) return toFailure(settled.result);
  const changes = reads.compare(settled.before.map(toAnswer), settled.after.map(toAnswer));
  return { isSuccess: true, gasUsed: settled.gasUsed, gasLimit, changes };
}

const NO_READS: BalanceReads = { calls: [], compare: () => ({ tokens: [], nfts: [] }) };

async function run(scene: Scene, reads = NO_READS, gasLimit?: bigint): Promise<Run> {
  const { rpc, transactions, overrides, blockOverrides, blockNumber } = scene;
  const views = reads.calls.map((call) => ({ ...call, from: ZERO_ADDRESS, gas: READ_GAS }));
  const pending = transactions.slice(0, -1).map((one) => toRpcTransaction(scene, one));
  const asked = toRpcTransaction(scene, transactions.at(-1)!, gasLimit);
  const calls = [...pending, ...views, asked, ...views];
  const block = { blockOverrides, stateOverrides: { ...overrides, ...coinReader }, calls };
  const results = await rpc.ask<CallResult[]>({
    method: "eth_simulateV1",
    params: [{ blockStateCalls: [block], traceTransfers: true }, numberToHex(blockNumber)],
    check: (answer) => checkAnswer(answer, calls.length),
  });
  const all = readCalls(results);
  const at = pending.length + views.length;
  const result = all[at]!;
  return {
    result,
    isSuccess: BigInt(result.status) === 1n,
    gasUsed: BigInt(result.gasUsed),
    logCount: result.logs.length,
    before: all.slice(pending.length, at),
    after: all.slice(at + 1),
  };
}

const toAnswer = ({ status, returnData }: CallResult): Hex | undefined =>
  BigInt(status) === 1n ? returnData : undefined;

/** Some nodes give what was returned beside the error, some within. */
function toFailure({ returnData, error }: CallResult): SimulationOutcome {
  const data = returnData === "0x" ? readRevertData(error?.data) : returnData;
  return { isSuccess: false, failure: "reverted", data, message: error?.message ?? "execution reverted" };
}

const readCalls = (answer: unknown): CallResult[] => {
  const [block] = Array.isArray(answer) ? (answer as { calls?: CallResult[] }[]) : [];
  return block?.calls ?? [];
};

function checkAnswer(answer: unknown, count: number): void {
  const calls: unknown[] = readCalls(answer);
  if (calls.length !== count || !calls.every(isCallResult))
    throw new TypeError(`eth_simulateV1 did not answer ${count} calls`);
}

const isCallResult = (call: unknown): boolean =>
  typeof call === "object" &&
  call !== null &&
  "status" in call &&
  isQuantity(call.status) &&
  "gasUsed" in call &&
  isQuantity(call.gasUsed) &&
  "returnData" in call &&
  isBytes(call.returnData) &&
  "logs" in call &&
  Array.isArray(call.logs) &&
  call.logs.every(isLog);

export const isQuantity = (text: unknown): text is Hex => typeof text === "string" && /^0x[0-9a-f]{1,64}$/i.test(text);

/** @param log - As nodes answer it. */
export const isLog = (log: unknown): log is SimulatedLog =>
  typeof log === "object" &&
  log !== null &&
  "address" in log &&
  isAddress(log.address) &&
  "topics" in log &&
  Array.isArray(log.topics) &&
  log.topics.every(isBytes) &&
  "data" in log &&
  isBytes(log.data);

const isAddress = (text: unknown): text is Address => isBytes(text) && text.length === 42;
