import { ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { ReadContext } from "../adapter.ts";
import { unlessUnread } from "../reader.ts";

/** A factory with the view that returns whether it made a vault. */
export interface VaultMaker {
  address: Address;
  view: "isMetaMorpho" | "isVaultV2" | "isSiloVault";
}

const makerAbi = parseAbi([
  "function isMetaMorpho(address vault) view returns (bool)",
  "function isVaultV2(address vault) view returns (bool)",
  "function isSiloVault(address vault) view returns (bool)",
]);

const toCall = ({ address, view }: VaultMaker, vault: Address) =>
  ({ address, abi: makerAbi, functionName: view, args: [vault] }) as const;

/** Calls that a maker responds to. */
export const listMakerViews = (makers: readonly VaultMaker[]) => makers.map((maker) => toCall(maker, ZERO_ADDRESS));

/** The fork whose factory made each of these vaults. */
export async function findMade(
  { contracts, readOnce }: ReadContext<readonly { makers: readonly VaultMaker[] }[]>,
  vaults: readonly Address[],
): Promise<Map<Address, number>> {
  const makers = contracts.flatMap((own, fork) => own.makers.map((maker) => ({ maker, fork })));
  const pairs = makers.flatMap((made) => vaults.map((vault) => ({ ...made, vault })));
  const answers = await Promise.all(
    pairs.map(({ maker, vault }) => unlessUnread<readonly boolean[]>(readOnce([toCall(maker, vault)]), [])),
  );
  return new Map(
    pairs.flatMap(({ vault, fork }, index): [Address, number][] =>
      answers[index]![0] === true ? [[vault, fork]] : [],
    ),
  );
}
