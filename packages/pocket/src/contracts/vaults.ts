import type { Abi, Address } from "viem";
import type { PocketChain } from "../chains.ts";
import { getCreationCode } from "./artifact.ts";
import { compileContract } from "./compileContract.ts";
import { type ContractSet, type Placement, type SetUpCall, toCall } from "./contractSet.ts";
import { getToken } from "./tokenTable.ts";
import { nameAddress, TREASURY } from "./treasury.ts";

const plainToken = compileContract("PlainToken");
const wrappedStake = compileContract("WrappedStake");
const vaultArtifact = compileContract("Vault");

/** An ERC-4626 vault of USDC, on every chain; no list has it. */
export const VAULT: Address = nameAddress("vault");
/** Lido's, on eth: a plain token that stands in, at its mainnet address. */
export const STETH: Address = "0xae7ab96520DE3A18E5e111B5EaAb095312D7fE84";
/** A share of staked coins that grows; a stand-in at its mainnet address. */
export const WSTETH: Address = "0x7f39C581F595B53c5cb19bD0b3f8dA6c935E2Ca0";

export const vaultAbi: Abi = vaultArtifact.abi;

const STAKED = 50_000n * 10n ** 18n;
const DEPOSITED = 500_000n * 10n ** 6n;
const UNLIMITED = 2n ** 256n - 1n;

/** Tokens that are worth an amount of another: shares of a vault, and of staked coins. */
export const vaults: ContractSet = {
  id: "vaults",
  listPlacements(chain) {
    const args = [getToken(chain, "USDC").address, "USDC Savings", "svUSDC"];
    const vault: Placement = { address: VAULT, creation: getCreationCode(vaultArtifact, args) };
    if (chain !== "eth") return [vault];
    return [
      vault,
      { address: STETH, creation: getCreationCode(plainToken, ["Liquid staked Ether 2.0", "stETH", 18]) },
      { address: WSTETH, creation: getCreationCode(wrappedStake, [STETH]) },
    ];
  },
  listSetUpCalls: (chain) => [...listDeposits(chain), ...(chain === "eth" ? listStakes() : [])],
};

const listDeposits = (chain: PocketChain): SetUpCall[] => [
  toCall(getToken(chain, "USDC").address, plainToken.abi, "approve", [VAULT, UNLIMITED]),
  toCall(VAULT, vaultAbi, "deposit", [DEPOSITED, TREASURY]),
];

const listStakes = (): SetUpCall[] => [
  toCall(STETH, plainToken.abi, "mint", [TREASURY, 2n * STAKED]),
  toCall(STETH, plainToken.abi, "approve", [WSTETH, UNLIMITED]),
  toCall(WSTETH, wrappedStake.abi, "wrap", [STAKED]),
];
