import { pathToFileURL } from "node:url";
import type { Hex } from "viem";
import { DEVNET_CHAINS } from "../chains.ts";
import { findInPackage } from "./artifact.ts";
import type { ContractSet } from "./contractSet.ts";

const MULTICALL3 = "0xcA11bde05977b3631167028862bE2a173976CA11";

/** viem has the creation code for deployless calls without exporting it. */
const { multicall3Bytecode } = (await import(
  pathToFileURL(findInPackage("viem", "_esm/constants/contracts.js")).href
)) as { multicall3Bytecode: Hex };

/** Many reads in one call, at the address it has on almost every chain. */
export const multicall3: ContractSet = {
  id: "multicall3",
  chains: DEVNET_CHAINS,
  listPlacements: () => [{ address: MULTICALL3, creation: multicall3Bytecode }],
};
