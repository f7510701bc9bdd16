import { type LearnedLimit, type Rpc, ZERO_ADDRESS } from "@portico/evm";
import { numberToHex, padHex } from "viem";

const RANGES = [10_000, 1_000, 100, 10];
const DEPTHS = [10_000, 1_000, 127];
const TOPICS = 1_000;
const BATCH = 20;
/** Emits no logs. */
const NO_CONTRACT = "0x0000000000000000000000000000000000000001";
const NO_EVENT = padHex("0x01");

/** Sends requests of growing modesty until one is accepted. @returns all limits that are known then. */
export async function probeLimits(rpc: Rpc, head: number): Promise<readonly LearnedLimit[]> {
  const readLogs = (blocks: number, filter: object): Promise<boolean> => {
    const fromBlock = numberToHex(Math.max(0, head - blocks + 1));
    return accepts(rpc, "eth_getLogs", [{ topics: [NO_EVENT], fromBlock, toBlock: numberToHex(head), ...filter }]);
  };
  const readState = (depth: number): Promise<boolean> =>
    accepts(rpc, "eth_getBalance", [ZERO_ADDRESS, numberToHex(Math.max(1, head - depth))]);
  const many = Array.from({ length: TOPICS }, (_, at) => padHex(numberToHex(at + 1)));
  await Promise.all(Array.from({ length: BATCH }, () => accepts(rpc, "eth_chainId", [])));
  await findFirst(RANGES, (blocks) => readLogs(blocks, { address: NO_CONTRACT }));
  await findFirst(RANGES, (blocks) => readLogs(blocks, {}));
  await readLogs(1, { address: NO_CONTRACT, topics: [NO_EVENT, many] });
  if (!(await readState(head - 1))) await findFirst(DEPTHS, readState);
  return (await rpc.readLimits()).learned;
}

async function findFirst(amounts: readonly number[], isAccepted: (amount: number) => Promise<boolean>): Promise<void> {
  for (const amount of amounts) if (await isAccepted(amount)) return;
}

/** A failure is no limit, but a smaller request may succeed. */
const accepts = (rpc: Rpc, method: string, params: unknown[]): Promise<boolean> =>
  rpc.send({ method, params }).then(
    () => true,
    () => false,
  );
