import type { Address, Hex } from "viem";
import { isContractCode } from "../accountCode.ts";
import { readAtBlock } from "../pinnedBlock.ts";
import type { PinnedBlock } from "../pinnedBlock.ts";
import type { Rpc } from "../rpc.ts";
import { readFactories } from "./readFactories.ts";
import { readImplementations } from "./readImplementations.ts";

/** Other contracts that a contract belongs to, as proven by the chain; null: none. */
export interface ContractLinks {
  /** Whose code it runs: it is a proxy or a clone. */
  implementation: Address | null;
  /** The contract that names its implementation (EIP-1967). */
  beacon: Address | null;
  /** The contract that it reports as its factory, and that has a record of it. */
  factory: Address | null;
}

const NONE: ContractLinks = { implementation: null, beacon: null, factory: null };

/**
 * Reads them at one block, in the order of the addresses, which are lower-case. Accounts without code have none.
 * @throws if the node fails.
 */
export async function readContractLinks(
  rpc: Rpc,
  addresses: readonly Address[],
  block: PinnedBlock,
): Promise<ContractLinks[]> {
  const codes = await Promise.all(
    addresses.map(async (address) => {
      const read = (at: unknown) => rpc.send<Hex>({ method: "eth_getCode", params: [address, at] });
      return { address, code: await readAtBlock(rpc, block, read) };
    }),
  );
  const contracts = codes.filter(({ code }) => isContractCode(code));
  const [implementations, factories] = await Promise.all([
    readImplementations(rpc, contracts, block),
    readFactories(
      rpc,
      contracts.map(({ address }) => address),
      block,
    ),
  ]);
  const links = contracts.map(({ address }, index): [Address, ContractLinks] => {
    const { implementation = null, beacon = null } = implementations[index] ?? {};
    return [address, { implementation, beacon, factory: factories[index] ?? null }];
  });
  const byAddress = new Map(links);
  return addresses.map((address) => byAddress.get(address) ?? NONE);
}
