import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  parseAbi,
  parseGwei,
  serializeTransaction,
} from "viem";
import type { Chain } from "../chains.ts";
import { isBytes } from "../isBytes.ts";
import type { Rpc } from "../rpc.ts";
import { isRefusal } from "./isRefusal.ts";

/** How chains of one kind report the fee for publishing a transaction's data on L1. */
interface DataFeeKind {
  readonly oracle: Address;
  readonly encodeCall: (chain: Chain) => Hex;
  /** Wei. */
  readonly read: (answer: Hex) => bigint;
  /** Slugs. */
  readonly chains: readonly string[];
  readonly source: string;
}

const oracleAbi = parseAbi(["function getL1Fee(bytes data) view returns (uint256)"]);
const nodeInterfaceAbi = parseAbi([
  "function gasEstimateL1Component(address to, bool contractCreation, bytes data) payable returns (uint64 gasEstimateForL1, uint256 baseFee, uint256 l1BaseFeeEstimate)",
]);

const RECIPIENT: Address = "0xd8da6bf26964af9d7eed9e03e53415d37aa96045";

/** Unsigned: the oracles add the size of a signature. */
const plainTransfer = ({ chainId }: Chain): Hex =>
  serializeTransaction({
    type: "eip1559",
    chainId,
    nonce: 100,
    maxPriorityFeePerGas: parseGwei("0.01"),
    maxFeePerGas: parseGwei("1.5"),
    gas: 21_000n,
    to: RECIPIENT,
    value: 123_456_789_012_345_678n,
  });

const byOracle = {
  encodeCall: (chain: Chain) => encodeFunctionData({ abi: oracleAbi, args: [plainTransfer(chain)] }),
  read: (data: Hex) => decodeFunctionResult({ abi: oracleAbi, data }),
};

const kinds: readonly DataFeeKind[] = [
  {
    ...byOracle,
    oracle: "0x420000000000000000000000000000000000000f",
    // Mantle has one at this address too, but in ether instead of its own coin.
    chains: (
      "b2 base blast bob celo cyber dbk frax hemi ink katana lisk manta megaeth mode op opbnb soneium uni world " +
      "zircuit zora"
    ).split(" "),
    source: "https://specs.optimism.io/protocol/predeploys.html#gaspriceoracle; viem 2.57.1 op-stack",
  },
  {
    ...byOracle,
    oracle: "0x5300000000000000000000000000000000000002",
    chains: ["scrl"],
    source: "https://docs.scroll.io/en/developers/transaction-fees-on-scroll/",
  },
  {
    ...byOracle,
    oracle: "0x530000000000000000000000000000000000000f",
    chains: ["morph"],
    source: "https://github.com/morph-l2/morph contracts/contracts/l2/system/GasPriceOracle.sol",
  },
  {
    oracle: "0x00000000000000000000000000000000000000c8",
    encodeCall: () => encodeFunctionData({ abi: nodeInterfaceAbi, args: [RECIPIENT, false, "0x"] }),
    read: (data) => {
      const [gas, baseFee] = decodeFunctionResult({ abi: nodeInterfaceAbi, data });
      return gas * baseFee;
    },
    chains: ["ape", "arb", "gravity", "hood", "plume"],
    source: "https://docs.arbitrum.io/arbitrum-essentials/nodeinterface/reference",
  },
];

const byChain = new Map(kinds.flatMap((kind) => kind.chains.map((chain) => [chain, kind] as const)));

/** Slugs of chains whose transactions pay a data fee. */
export const dataFeeChains: ReadonlySet<string> = new Set(byChain.keys());

const MAX = BigInt(Number.MAX_SAFE_INTEGER);

/**
 * Current data fee of a plain transfer in wei, besides 21,000 gas. Null if the chain has no such fee, if its
 * kind is unknown, and if the oracle returns unexpected data.
 * @throws like `createRpc` if the node fails.
 */
export async function readL1DataFee(rpc: Rpc, chain: Chain): Promise<bigint | null> {
  const kind = byChain.get(chain.slug);
  if (kind === undefined) return null;
  const call = { to: kind.oracle, data: kind.encodeCall(chain) };
  try {
    const answer = await rpc.send<unknown>({ method: "eth_call", params: [call, "latest"] });
    const fee = isBytes(answer) && answer !== "0x" ? readOrNull(kind, answer) : null;
    return fee !== null && fee <= MAX ? fee : null;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return null;
  }
}

/** Null for another contract's result. */
function readOrNull({ read }: DataFeeKind, answer: Hex): bigint | null {
  try {
    return read(answer);
  } catch {
    return null;
  }
}
