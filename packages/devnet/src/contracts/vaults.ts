import type { Abi, Address } from "viem";
import { getCreationCode } from "./artifact.ts";
import { compileContract } from "./compileContract.ts";
import { type ContractSet, toCall } from "./contractSet.ts";
import { getToken } from "./tokenTable.ts";
import { nameAddress, TREASURY } from "./treasury.ts";
import { approveTo } from "./uniswapV2.ts";

const vaultArtifact = compileContract("Vault");

/** An ERC-4626 vault of USDC, on every chain; in no token list. */
export const VAULT: Address = nameAddress("vault");

export const vaultAbi: Abi = vaultArtifact.abi;

const DEPOSITED = 500_000n * 10n ** 6n;

/** Tokens that are worth an amount of another. */
export const vaults: ContractSet = {
  id: "vaults",
  listPlacements(chain) {
    const args = [getToken(chain, "USDC").address, "USDC Savings", "svUSDC"];
    return [{ address: VAULT, creation: getCreationCode(vaultArtifact, args) }];
  },
  listSetUpCalls: (chain) => [
    approveTo(getToken(chain, "USDC"), VAULT),
    toCall(VAULT, vaultAbi, "deposit", [DEPOSITED, TREASURY]),
  ],
};
