import { ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { ReadContext } from "../adapter.ts";

/** A factory with the view that returns whether it made a vault. */
export interface VaultMaker {
  address: Address;
  /** Of Silo, and of PoolTogether. */
  view: "isSiloVault" | "deployedVaults";
}

const makerAbi = parseAbi([
  "function isSiloVault(address vault) view returns (bool)",
  "function deployedVaults(address vault) view returns (bool)",
]);

/** Calls that a maker responds to. */
export const listMakerViews = (makers: readonly VaultMaker[]) =>
  makers.map(({ address, view }) => ({ address, abi: makerAbi, functionName: view, args: [ZERO_ADDRESS] }) as const);

/** The fork whose factory made each of these vaults. */
export async function findMade(
  { contracts, tryRead }: ReadContext<readonly { makers: readonly VaultMaker[] }[]>,
  vaults: readonly Address[],
): Promise<Map<Address, number>> {
  const makers = contracts.flatMap((own, fork) => own.makers.map((maker) => ({ ...maker, fork })));
  const questions = makers.flatMap((maker) => vaults.map((vault) => ({ ...maker, vault })));
  const answers = await tryRead(
    questions.map(
      ({ address, view, vault }) => ({ address, abi: makerAbi, functionName: view, args: [vault] }) as const,
    ),
  );
  return new Map(
    questions.flatMap(({ vault, fork }, index): [Address, number][] =>
      answers[index] === true ? [[vault, fork]] : [],
    ),
  );
}
