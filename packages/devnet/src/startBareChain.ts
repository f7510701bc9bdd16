import type { Abi, Address, Hex } from "viem";
import { encodeDeployData, getContractAddress, numberToHex } from "viem";
import { createRpc, type Rpc } from "./anvil/rpc.ts";
import { startAnvil } from "./anvil/startAnvil.ts";
import { GENESIS_TIME_AT } from "./chains.ts";
import type { Artifact } from "./contracts/artifact.ts";
import { encodeCall } from "./contracts/encodeCall.ts";
import { multicall3 } from "./contracts/multicall3.ts";
import { TREASURY } from "./contracts/treasury.ts";

/**
 * A chain with Multicall3 only, for tests that deploy their own contracts. Anybody may send; each transaction is mined
 * at once.
 */
export interface BareChain {
  rpcUrl: string;
  rpc: Rpc;
  /** Sends, and throws with the reason if it fails. @returns its hash. */
  send(transaction: { from: Address; to?: Address; data?: Hex; value?: bigint }): Promise<Hex>;
  /** Calls a function by a transaction. */
  write(from: Address, call: ContractWrite): Promise<Hex>;
  /** Creates a contract. @returns its address, lower-case. */
  deploy(artifact: Artifact, args?: readonly unknown[], from?: Address): Promise<Address>;
  /** Deploys a contract to an address, running its constructor there. */
  install(address: Address, creation: Hex, from?: Address): Promise<void>;
  setCode(address: Address, runtime: Hex): Promise<void>;
  setBalance(address: Address, value: bigint): Promise<void>;
  /** Advances the time, and mines a block at its end. */
  warp(seconds: number): Promise<void>;
  mine(blocks?: number): Promise<void>;
  stop(): Promise<void>;
}

export interface ContractWrite {
  to: Address;
  abi: Abi;
  functionName: string;
  args?: readonly unknown[];
  value?: bigint;
}

const GAS = 30_000_000n;
const WEALTH = 10n ** 27n;
/** Recent blocks whose state can be read. By default anvil writes those before the newest 500 to disk: 40 ms per block. */
const MAX_PERSISTED_STATES = 2_000;

export async function startBareChain(chainId: number): Promise<BareChain> {
  const anvil = await startAnvil({
    chainId,
    genesisTimeAt: GENESIS_TIME_AT,
    baseFee: 1_000_000_000n,
    maxPersistedStates: MAX_PERSISTED_STATES,
  });
  try {
    return await createBareChain(createRpc(anvil.rpcUrl), anvil);
  } catch (error) {
    await anvil.stop();
    throw error;
  }
}

interface BareNode {
  rpcUrl: string;
  stop: () => Promise<void>;
}

/** @param rpc - With anvil's methods. */
export async function createBareChain(rpc: Rpc, node: BareNode): Promise<BareChain> {
  const chain = wrapNode(rpc, node);
  await rpc.call("anvil_setBlockTimestampInterval", [12]);
  await rpc.call("evm_mine"); // calls on anvil's genesis block see time 0
  await rpc.call("evm_setAutomine", [true]);
  for (const placement of multicall3.listPlacements("eth")) {
    if ("creation" in placement) await chain.install(placement.address, placement.creation);
  }
  return chain;
}

function wrapNode(rpc: Rpc, { rpcUrl, stop }: BareNode): BareChain {
  const funded = new Set<Address>();
  const setBalance = async (address: Address, value: bigint): Promise<void> => {
    funded.add(address);
    await rpc.call("anvil_setBalance", [address, numberToHex(value)]);
  };
  const setCode = async (address: Address, runtime: Hex): Promise<void> =>
    void (await rpc.call("anvil_setCode", [address, runtime]));

  const send: BareChain["send"] = async ({ from, to, data, value = 0n }) => {
    if (!funded.has(from)) await setBalance(from, WEALTH);
    const fields = { from, to, data, value: numberToHex(value), gas: numberToHex(GAS) };
    const { transactionHash: hash, ...receipt } = await rpc.call<Receipt>("eth_sendTransactionSync", [fields]);
    if (receipt.status !== "0x1") {
      await rpc.call("eth_call", [fields, numberToHex(BigInt(receipt.blockNumber) - 1n)]); // throws with the reason
      throw new Error(`Transaction ${hash} reverted`);
    }
    return hash;
  };
  const write: BareChain["write"] = (from, { to, abi, functionName, args = [], value = 0n }) =>
    send({ from, to, data: encodeCall(abi, functionName, args), value });
  const deploy: BareChain["deploy"] = async ({ abi, bytecode }, args = [], from = TREASURY) => {
    const nonce = BigInt(await rpc.call("eth_getTransactionCount", [from, "latest"]));
    await send({ from, data: encodeDeployData({ abi, bytecode, args }) });
    return getContractAddress({ from, nonce }).toLowerCase() as Address;
  };
  const install: BareChain["install"] = async (address, creation, from = TREASURY) => {
    await setCode(address, creation);
    const runtime = await rpc.call("eth_call", [{ from, to: address, gas: numberToHex(GAS) }, "latest"]);
    await send({ from, to: address });
    await setCode(address, runtime);
  };
  const mine = async (blocks = 1): Promise<void> => void (await rpc.call("anvil_mine", [numberToHex(blocks)]));
  const warp = async (seconds: number): Promise<void> => {
    const { timestamp } = await rpc.call<{ timestamp: Hex }>("eth_getBlockByNumber", ["latest", false]);
    await rpc.call("evm_setNextBlockTimestamp", [numberToHex(BigInt(timestamp) + BigInt(seconds))]); // the interval overrides evm_increaseTime
    await mine();
  };
  return { rpcUrl, rpc, send, write, deploy, install, setCode, setBalance, warp, mine, stop };
}

interface Receipt {
  transactionHash: Hex;
  status: Hex;
  blockNumber: Hex;
}
