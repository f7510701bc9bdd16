import { defineAdapter } from "../adapter.ts";
import { readRouters } from "../routers.ts";
import { combineFamilies } from "../families/combineFamilies.ts";
import type { UniswapV3Contracts } from "../families/nftManager.ts";
import { uniswapV3Family } from "../families/uniswapV3.ts";
import { uniswapV3StakerFamily } from "../families/uniswapV3Staker.ts";
import type { V3Staker, V3StakerContracts } from "../families/uniswapV3Staker.ts";
import rows from "./deployments.json" with { type: "json" };

const staker = (address: V3Staker["address"]): V3Staker => ({ address, incentives: [] });

/** Versions 1.0.2, 1.0.1 and 1.0.0, as in the README of Uniswap's v3-staker. */
const stakers: Readonly<Record<string, readonly V3Staker[]>> = {
  arb: [
    staker("0xe34139463ba50bd61336e0c446bd8c0867c6fe65"),
    staker("0xa9bf398e74da1ac6f5c4cb67ab8937c10a1e454d"),
    staker("0x1f98407aab862cddef78ed252d6f557aa5b0f00d"),
  ],
  base: [staker("0x42be4d6527829fefa1493e1fb9f3676d2425c3c1")],
  eth: [
    staker("0xe34139463ba50bd61336e0c446bd8c0867c6fe65"),
    staker("0xa9bf398e74da1ac6f5c4cb67ab8937c10a1e454d"),
    staker("0x1f98407aab862cddef78ed252d6f557aa5b0f00d"),
  ],
  op: [
    staker("0xe34139463ba50bd61336e0c446bd8c0867c6fe65"),
    staker("0x62094cda36dd8945a2c158a4c6c8865c5b34fef9"),
    staker("0x1f98407aab862cddef78ed252d6f557aa5b0f00d"),
  ],
};

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- dexTables.test.ts checks every row
const deployments = Object.entries(rows as Record<string, UniswapV3Contracts>);

/** Uniswap V3 and its stakers. Its table: @uniswap/sdk-core 7.19.4 (MIT), by scripts/protocolFacts/dexes.ts. */
export const uniswap3 = defineAdapter<V3StakerContracts>({
  id: "uniswap3",
  name: "Uniswap V3",
  siteUrl: "https://app.uniswap.org",
  category: "dex",
  source: "@uniswap/sdk-core 7.19.4 (MIT), by scripts/protocolFacts/dexes.ts",
  deployments: Object.fromEntries(
    deployments.map(([chain, contracts]) => [chain, { ...contracts, stakers: stakers[chain] ?? [] }]),
  ),
  routers: readRouters("uniswap3"),
  ...combineFamilies(uniswapV3Family, uniswapV3StakerFamily),
});
