import { getChain } from "@portico/evm";
import type { Address, Hex, Rpc } from "@portico/evm";
import { decodeAbiParameters, encodeAbiParameters, parseAbi, slice, toFunctionSelector } from "viem";
import type { AbiFunction } from "viem";
import { createChainReader, openContext } from "../chainReader.ts";
import type { ChainReading } from "../chainReader.ts";

/** By signature with its results, as `parseAbi` has it: returns the list of results; undefined: the call fails. */
type Answers = Readonly<Record<string, (args: readonly never[], to: Address) => readonly unknown[] | undefined>>;

/** An adapter's context at a node that answers by functions: for more state than a test could make on a chain. */
export function openAt<Contracts>(slug: string, contracts: Contracts, answers: Answers) {
  const functions = new Map(
    Object.entries(answers).map(([signature, answer]) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a signature that is no constant has no typed ABI
      const [item] = parseAbi([signature]) as unknown as [AbiFunction];
      return [toFunctionSelector(item), { item, answer }] as const;
    }),
  );
  const call = ({ to, data }: { to: Address; data: Hex }): Hex => {
    const found = functions.get(slice(data, 0, 4));
    if (found === undefined) return "0x";
    const { inputs, outputs } = found.item;
    const args = inputs.length === 0 ? [] : decodeAbiParameters(inputs, slice(data, 4));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- decoded by its own signature
    const results = found.answer(args as readonly never[], to);
    return results === undefined ? "0x" : encodeAbiParameters(outputs, results);
  };
  const send = async ({ params }: { params: [{ to: Address; data: Hex }] }) => Promise.resolve(call(params[0]));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- without a chain it is called by send only
  const rpc = { send } as unknown as Rpc;
  const block = { blockNumber: 1n, timeAt: 1_800_000_000 };
  const reading: ChainReading = { rpc, chain: getChain(slug), block, memory: new Map() };
  const reader = createChainReader(reading);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- openContext returns what it was given
  return { reader, context: { ...openContext(reading, reader, contracts), contracts } };
}
