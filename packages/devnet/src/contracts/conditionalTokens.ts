import { getCreationCode, loadArtifact } from "./artifact.ts";
import type { ContractSet } from "./contractSet.ts";
import { CONDITIONAL_TOKENS } from "./predictionTable.ts";

const FILE = "build/contracts/ConditionalTokens.json";

/** Outcome tokens, on matic. */
export const conditionalTokens: ContractSet = {
  id: "conditional tokens",
  chains: ["matic"],
  listPlacements: () => [
    {
      address: CONDITIONAL_TOKENS,
      creation: getCreationCode(loadArtifact("@gnosis.pm/conditional-tokens-contracts", FILE)),
    },
  ],
};
