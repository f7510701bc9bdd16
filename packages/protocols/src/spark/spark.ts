import { defineAdapter } from "../adapter.ts";
import { aaveV3Family } from "../families/aaveV3.ts";

/** SparkLend, a fork of Aave V3. */
export const spark = defineAdapter({
  id: "spark",
  name: "SparkLend",
  siteUrl: "https://app.spark.fi",
  category: "lending",
  source:
    "POOL, INCENTIVES, WETH_GATEWAY of github.com/sparkdotfi/spark-address-registry, SparkLend.sol (2934ba2) and Gnosis.sol (1fc5820)",
  deployments: {
    eth: {
      markets: [
        {
          name: "SparkLend",
          pool: "0xc13e21b648a5ee794902342038ff3adab66be987",
          incentives: "0x4370d3b6c9588e02ce9d22e684387859c7ff5b34",
          gateway: "0xbd7d6a9ad7865463de44b05f04559f65e3b11704",
        },
      ],
    },
    xdai: {
      markets: [
        {
          name: "SparkLend Gnosis",
          pool: "0x2dae5307c5e3fd1cf5a72cb6f698f915860607e0",
          incentives: "0x98e6bcba7d5dafbfa4a92daf08d3d7512820c30c",
          gateway: "0xbd7d6a9ad7865463de44b05f04559f65e3b11704",
        },
      ],
    },
  },
  ...aaveV3Family,
});
