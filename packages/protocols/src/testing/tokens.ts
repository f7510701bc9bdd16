import type { Address } from "@portico/evm";
import { loadArtifact } from "@portico/devnet";
import type { BareChain } from "@portico/devnet";
import type { Abi } from "viem";

const preset = loadArtifact("@openzeppelin/contracts", "build/contracts/ERC20PresetMinterPauser.json");

export const tokenAbi: Abi = preset.abi;

/** A plain ERC-20 of 18 decimals, minted by its deployer. */
export const deployToken = (chain: BareChain, symbol: string, minter: Address): Promise<Address> =>
  chain.deploy(preset, [symbol, symbol], minter);
