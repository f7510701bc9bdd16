import { defineAdapter } from "../adapter.ts";
import { readRouters } from "../routers.ts";
import { morphoReader } from "./morphoReader.ts";
import type { MorphoContracts } from "./morphoReads.ts";
import deployments from "./deployments.json" with { type: "json" };

/** Morpho Blue: markets of a loan asset and a collateral asset, in one contract. */
export const morphoblue = defineAdapter<MorphoContracts>({
  id: "morphoblue",
  name: "Morpho Blue",
  siteUrl: "https://app.morpho.org",
  category: "lending",
  source: "@morpho-org/morpho-ts 2.8.0 (MIT), by scripts/protocolFacts/morpho.ts",
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- lendingTables.test.ts checks every row
  deployments: deployments as Record<string, MorphoContracts>,
  routers: readRouters("morphoblue"),

  ...morphoReader,
});
