import type { Address, Hex } from "viem";
import { numberToHex, pad } from "viem";
import { isBytes } from "../isBytes.ts";
import { ZERO_ADDRESS } from "../nativeToken.ts";
import { createBalanceReads, coinReaderOverride, type BalanceReads } from "./balanceReads.ts";
import { createAddress } from "./createAddress.ts";
import { lendForGas } from "./fees.ts";
import { isSameRun, settleGasLimit, type GasRun } from "./gasLimit.ts";
import { isQuantity } from "./quantity.ts";
import { readRevertData, toPoor, toRpcTransaction, type Scene } from "./scene.ts";
import {
  CannotSimulateError,
  type SimulatedLog,
  type SimulatedTransaction,
  type SimulationOutcome,
} from "./simulation.ts";
import { mergeOverrides } from "./stateOverrides.ts";

/** A node's result of one call. @see https://github.com/ethereum/execution-apis/blob/main/src/eth/execute.yaml */
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
  /** The sender's balance before sending, wei; negative if pending transactions spent more than there was. */
  purse: bigint;
}

/** Gas limit of a view, within the block's gas. */
const READ_GAS = numberToHex(500_000);

/**
 * By eth_simulateV1. A first run finds the accounts and tokens that the transaction affects; the second, with the estimated gas limit, runs it
 * between reads of the owner's balances: so the figures of nonstandard tokens, which take fees, rebase or emit no logs,
 * equal
 * those on the chain.
 */
export async function bySimulation(scene: Scene): Promise<SimulationOutcome> {
  const coinReader = createAddress();
  const run = (reads?: BalanceReads, gasLimit?: bigint) => runBlock(scene, { coinReader, reads, gasLimit });
  const first = await run();
  if (!first.isSuccess) return findPoor(scene, first) ?? toFailure(first.result);
  const reads = createBalanceReads(first.logs, scene, coinReader);
  const { gasLimit, settled } = await settleGasLimit(first, scene.maxGas, (limit) => run(reads, limit));
  const poor = findPoor(scene, settled);
  if (poor !== undefined) return poor;
  if (!settled.isSuccess) return toFailure(settled.result);
  if (!isSameRun(first, settled)) throw new CannotSimulateError(UNSTEADY); // balances of other tokens were read
  const fee = scene.owner === scene.transactions.at(-1)!.from ? settled.gasUsed * scene.fees.price : 0n;
  const [before, after] = [settled.before.map(toAnswer), settled.after.map(toAnswer)];
  return { isSuccess: true, gasUsed: settled.gasUsed, gasLimit, changes: reads.compare({ before, after, fee }) };
}

const UNSTEADY = "The transaction has a different result each time it is simulated";

/** The gas loan's remainder would cover the amount sent. */
function findPoor({ transactions }: Scene, { purse }: Run): SimulationOutcome | undefined {
  return purse < transactions.at(-1)!.rawValue ? toPoor({ transactions }) : undefined;
}

interface RunOptions {
  coinReader: Address;
  reads: BalanceReads | undefined;
  /** Of the last transaction. */
  gasLimit: bigint | undefined;
}

async function runBlock(scene: Scene, { coinReader, reads, gasLimit }: RunOptions): Promise<Run> {
  const { rpc, transactions, overrides, blockOverrides, blockNumber, fees } = scene;
  const target = transactions.at(-1)!;
  const loans = lendForGas(fees, transactions, { max: scene.maxGas, last: gasLimit ?? scene.maxGas });
  const purses = [...loans].map(([from, loan]) => [from, { balance: numberToHex(fees.balances.get(from)! + loan) }]);
  const views = (reads?.calls ?? []).map((call) => ({ ...call, from: ZERO_ADDRESS, gas: READ_GAS }));
  const pending = transactions.slice(0, -1).map((one) => toPaid(scene, one));
  const purse = { from: ZERO_ADDRESS, to: coinReader, data: pad(target.from), gas: READ_GAS };
  const calls = [...pending, purse, ...views, toPaid(scene, target, gasLimit), ...views];
  const lent = mergeOverrides(mergeOverrides(overrides, Object.fromEntries(purses)), coinReaderOverride(coinReader));
  const block = { blockOverrides, stateOverrides: lent, calls };
  scene.signal?.throwIfAborted();
  const results = await rpc.send<CallResult[]>({
    method: "eth_simulateV1",
    params: [{ blockStateCalls: [block], traceTransfers: true }, numberToHex(blockNumber)],
    check: (answer) => checkAnswer(answer, calls.length),
  });
  const all = readCalls(results);
  const at = pending.length + 1 + views.length;
  const result = all[at]!;
  const paid = transactions
    .slice(0, -1)
    .map(({ from }, index) => (from === target.from ? BigInt(all[index]!.gasUsed) : 0n));
  const debt = loans.get(target.from)! - paid.reduce((sum, gas) => sum + gas, 0n) * fees.price;
  return {
    result,
    isSuccess: BigInt(result.status) === 1n,
    gasUsed: BigInt(result.gasUsed),
    logs: result.logs,
    before: all.slice(pending.length + 1, at),
    after: all.slice(at + 1),
    purse: BigInt(toAnswer(all[pending.length]!) ?? "0x0") - debt,
  };
}

const toPaid = (scene: Scene, transaction: SimulatedTransaction, gas?: bigint) => ({
  ...toRpcTransaction(scene, transaction, gas),
  gasPrice: numberToHex(scene.fees.price),
});

const toAnswer = ({ status, returnData }: CallResult): Hex | undefined =>
  BigInt(status) === 1n ? returnData : undefined;

/** Some nodes return the data beside the error, some within. */
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
    throw new TypeError(`eth_simulateV1 did not return ${count} results`);
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

/** @param log - From a node. */
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
