import { createRpc, getChain } from "@portico/evm";
import type { Address, Hex } from "@portico/evm";
import { isDevnetChain, listFeeds, nameAddress, untilMined } from "@portico/devnet";
import type { BlockRef } from "@portico/store";
import { encodeFunctionData, numberToHex, parseAbi } from "viem";

interface AnyMethod {
  Method: string;
  Parameters: unknown[];
  ReturnType: Hex;
}

/** Sends a test's events to a devnet chain. */
export interface ChainDriver {
  request(method: string, ...params: unknown[]): Promise<Hex>;
  /** In its own block, this many seconds after the last; it must succeed. */
  send(from: Address, to: Address, data: Hex, afterSeconds?: number): Promise<void>;
  /** An empty block, this many seconds after the last. */
  pass(seconds: number): Promise<void>;
  getHead(): Promise<BlockRef>;
  /** A round of a feed. @param answer - In the feed's unit. */
  report(asset: string, answer: bigint, afterSeconds?: number): Promise<void>;
}

const aggregatorAbi = parseAbi([
  "function latestRound() view returns (uint256)",
  "function submit(uint256 round, int256 answer)",
]);
const ORACLE = nameAddress("oracle");

export function driveChain(chain: string, rpcUrl: string): ChainDriver {
  const rpc = createRpc({ chain: getChain(chain), urls: [rpcUrl] });
  const request = (method: string, ...params: unknown[]): Promise<Hex> => rpc.request<AnyMethod>({ method, params });
  const getHead = async (): Promise<BlockRef> => {
    const { number, hash, timestamp } = await rpc.getBlock();
    return { blockNumber: number, hash, timeAt: Number(timestamp) };
  };
  const setTime = async (seconds: number): Promise<void> => {
    const { timeAt } = await getHead();
    await request("evm_setNextBlockTimestamp", numberToHex(timeAt + seconds));
  };
  const driver: ChainDriver = {
    request,
    getHead,
    async report(asset, answer, afterSeconds) {
      const feed = isDevnetChain(chain) ? listFeeds(chain).find((row) => row.asset === asset) : undefined;
      if (feed === undefined) throw new Error(`No feed of ${asset} on ${chain}`);
      const call = { abi: aggregatorAbi, address: feed.aggregator } as const;
      const round = BigInt(
        await request(
          "eth_call",
          { to: feed.aggregator, data: encodeFunctionData({ ...call, functionName: "latestRound" }) },
          "latest",
        ),
      );
      const data = encodeFunctionData({ ...call, functionName: "submit", args: [round + 1n, answer] });
      await driver.send(ORACLE, feed.aggregator, data, afterSeconds);
    },
    async send(from, to, data, afterSeconds = 12) {
      await setTime(afterSeconds);
      await request("anvil_setBalance", from, numberToHex(10n ** 20n));
      const hash = await request("eth_sendTransaction", { from, to, data, gas: numberToHex(3_000_000n) });
      const { status } = await untilMined(rpc, hash);
      if (status !== "success") throw new Error(`${hash} failed`);
    },
    async pass(seconds) {
      await setTime(seconds);
      await request("evm_mine");
    },
  };
  return driver;
}
