import { listFeeds, nameAddress, type DevnetChain } from "@portico/devnet";
import { decodeFunctionResult, encodeFunctionData, type Hex, numberToHex, parseAbi } from "viem";
import type { ChainReader } from "./chainReader.ts";

const abi = parseAbi([
  "function latestRoundData() view returns (uint80, int256, uint256, uint256, uint80)",
  "function submit(uint256 roundId, int256 submission)",
]);
const ORACLE = nameAddress("oracle");
const GAS = numberToHex(400_000);

/**
 * Adds a round to every feed on a devnet chain, with prices this many per mille higher; the transactions remain pending
 * until the next block.
 */
export async function reportPrices(chain: DevnetChain, reader: ChainReader, perMille: bigint): Promise<void> {
  const feeds = listFeeds(chain);
  const latestRound = encodeFunctionData({ abi, functionName: "latestRoundData" });
  const answers = await reader.callMany(feeds.map(({ aggregator: to }) => ({ to, data: latestRound })));
  const first = Number(await reader.request<Hex>("eth_getTransactionCount", [ORACLE, "pending"]));
  const reports = feeds.map(({ aggregator: to }, index) => {
    const data = answers[index] ?? "0x";
    const [round, answer] = decodeFunctionResult({ abi, functionName: "latestRoundData", data });
    const args = [round + 1n, (answer * (1_000n + perMille)) / 1_000n] as const;
    return {
      from: ORACLE,
      nonce: numberToHex(first + index),
      to,
      gas: GAS,
      data: encodeFunctionData({ abi, functionName: "submit", args }),
    };
  });
  await reader.requestMany(reports.map((report) => ["eth_sendTransaction", [report]]));
}
