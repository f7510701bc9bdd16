import { defineNames } from "../../family.ts";
import rows from "./curve.json" with { type: "json" };

export const curveFamily = defineNames(
  "curve",
  {
    registry: "optional",
    addressProvider: "optional",
    stableswapFactoryNG: "optional",
    twocryptoFactoryNG: "optional",
    tricryptoFactoryNG: "optional",
  },
  rows,
);
