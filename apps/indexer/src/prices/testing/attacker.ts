import type { Address, Hash } from "@portico/evm";
import { listFeeds, nameAddress, untilMined } from "@portico/devnet";
import { createClient, encodeDeployData, encodeFunctionData, http, numberToHex, parseAbi } from "viem";
import type { Abi, Hex } from "viem";
import { getBlock, readContract, sendTransaction } from "viem/actions";
import type { Compiled } from "./compileAttacks.ts";

/** An account with a million coins, on a chain that mines transactions at once. */
export interface Attacker {
  address: Address;
  send(to: Address, abi: Abi, functionName: string, args: readonly unknown[], value?: bigint): Promise<void>;
  deploy(contract: Compiled, args: readonly unknown[]): Promise<Address>;
  /** Sends all steps in one block, in this order. */
  inOneBlock(steps: readonly (() => Promise<void>)[]): Promise<void>;
  /** Advances the time, s, while the oracle repeats its last answer for the coin. */
  pass(seconds: number): Promise<void>;
  read<T>(to: Address, abi: Abi, functionName: string, args?: readonly unknown[]): Promise<T>;
}

const feedAbi = parseAbi([
  "function latestRoundData() view returns (uint80, int256, uint256, uint256, uint80)",
  "function submit(uint256 round, int256 answer)",
]);
const GAS = 8_000_000n;
const RICHES = 10n ** 24n;

export async function createAttacker(rpcUrl: string): Promise<Attacker> {
  const client = createClient({ transport: http(rpcUrl), pollingInterval: 10 });
  const request = client.request as (call: { method: string; params: unknown[] }) => Promise<unknown>;
  const address = nameAddress("attacker");
  let held: Hash[] | undefined; // until their block is mined
  await request({ method: "anvil_setBalance", params: [address, numberToHex(RICHES)] });
  const submit = (call: { to?: Address; data: Hex; value?: bigint }, account = address): Promise<Hash> =>
    sendTransaction(client, { account, chain: null, gas: GAS, ...call });
  const settle = async (hash: Hash) => {
    const receipt = await untilMined(client, hash);
    if (receipt.status !== "success") throw new Error(`Transaction ${hash} failed`);
    return receipt;
  };
  return {
    address,
    async send(to, abi, functionName, args, value = 0n) {
      const hash = await submit({ to, data: encodeFunctionData({ abi, functionName, args }), value });
      if (held === undefined) await settle(hash);
      else held.push(hash);
    },
    async deploy({ abi, bytecode }, args) {
      const { contractAddress } = await settle(await submit({ data: encodeDeployData({ abi, bytecode, args }) }));
      if (!contractAddress) throw new Error("Nothing was deployed");
      return contractAddress;
    },
    async inOneBlock(steps) {
      held = [];
      await request({ method: "evm_setAutomine", params: [false] });
      for (const step of steps) await step();
      await request({ method: "evm_mine", params: [] });
      await request({ method: "evm_setAutomine", params: [true] });
      const receipts = await Promise.all(held.map(settle));
      held = undefined;
      if (new Set(receipts.map(({ blockNumber }) => blockNumber)).size > 1) throw new Error("More than one block");
    },
    async pass(seconds) {
      const { timestamp } = await getBlock(client);
      await request({ method: "evm_setNextBlockTimestamp", params: [numberToHex(timestamp + BigInt(seconds))] });
      await request({ method: "evm_mine", params: [] });
      const { aggregator } = listFeeds("eth").find(({ asset }) => asset === "ETH")!;
      const round = await readContract(client, { address: aggregator, abi: feedAbi, functionName: "latestRoundData" });
      const data = encodeFunctionData({ abi: feedAbi, functionName: "submit", args: [round[0] + 1n, round[1]] });
      await settle(await submit({ to: aggregator, data }, nameAddress("oracle")));
    },
    read: (to, abi, functionName, args = []) =>
      readContract(client, { address: to, abi, functionName, args }) as Promise<never>,
  };
}
