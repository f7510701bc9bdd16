import { defineAdapter } from "../adapter.ts";
import { readRouters } from "../routers.ts";
import { cometReader } from "./cometReader.ts";
import type { CometContracts } from "./cometReads.ts";
import comets from "./comets.json" with { type: "json" };

/** Compound III: each Comet lends one asset, against several collaterals that earn nothing. */
export const compound3 = defineAdapter<CometContracts>({
  id: "compound3",
  name: "Compound V3",
  siteUrl: "https://app.compound.finance",
  category: "lending",
  /**
   * WETH on Ethereum and USDC.e on Arbitrum are from compound-js. Redeployed Comets (Linea, Mantle, Ronin, WETH on
   * Unichain) are as in the migrations and scenarios.
   */
  source:
    "github.com/compound-finance/comet, deployments/<network>/<asset>/roots.json; @compound-finance/compound-js 0.6.2 (BSD-3-Clause)",
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- lendingTables.test.ts checks every row
  deployments: comets as Record<string, CometContracts>,
  routers: readRouters("compound3"),

  ...cometReader,
});
