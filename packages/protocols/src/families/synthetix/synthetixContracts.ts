import type { Address } from "@portico/evm";
import { parseAbi, stringToHex } from "viem";
import type { ReadContext } from "../../adapter.ts";
import { toLower } from "../../toLower.ts";

export interface SynthetixContracts {
  /** Names the current version of every other contract. */
  resolver: Address;
  snx: Address;
  susd: Address;
  rewardEscrow: Address;
}

const resolverAbi = parseAbi(["function getAddress(bytes32 name) view returns (address)"]);

/** @see https://docs.synthetix.io */
export const synthetixAbi = parseAbi([
  "function debtBalanceOf(address account, bytes32 currencyKey) view returns (uint256)",
  "function collateralisationRatio(address account) view returns (uint256)",
  "function earned(address account) view returns (uint256)",
  "function liquidationRatio() view returns (uint256)",
]);

export const escrowAbi = parseAbi([
  "function balanceOf(address account) view returns (uint256)",
  "function totalEscrowedBalance() view returns (uint256)",
  "function getAccountVestingEntryIDs(address account, uint256 index, uint256 pageSize) view returns (uint256[])",
  "function getVestingQuantity(address account, uint256[] entryIDs) view returns (uint256)",
]);

export const toName = (text: string) => stringToHex(text, { size: 32 });

/** In their order. */
export async function findContracts(
  { contracts, read }: ReadContext<SynthetixContracts>,
  names: readonly string[],
): Promise<Address[]> {
  const found = await read(
    names.map(
      (name) =>
        ({ address: contracts.resolver, abi: resolverAbi, functionName: "getAddress", args: [toName(name)] }) as const,
    ),
  );
  return found.map(toLower);
}
