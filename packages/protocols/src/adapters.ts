import type { Adapter } from "./adapter.ts";
import { aave2 } from "./aave2/aave2.ts";
import { aave3 } from "./aave3/aave3.ts";
import { compound2 } from "./compound2/compound2.ts";
import { compound3 } from "./compound3/compound3.ts";
import { dsproxy } from "./dsproxy/dsproxy.ts";
import { ens } from "./ens/ens.ts";
import { erc4626 } from "./erc4626/erc4626.ts";
import { lido } from "./lido/lido.ts";
import { maker } from "./maker/maker.ts";
import { moonwell } from "./moonwell/moonwell.ts";
import { morphoblue } from "./morphoblue/morphoBlue.ts";
import { pancakeswap } from "./pancakeswap/pancakeswap.ts";
import { pancakeswap3 } from "./pancakeswap3/pancakeswap3.ts";
import { permit2 } from "./permit2/permit2.ts";
import { quickswap } from "./quickswap/quickswap.ts";
import { safe } from "./safe/safe.ts";
import { spark } from "./spark/spark.ts";
import { stkaave } from "./stkaave/stkaave.ts";
import { sushiswap } from "./sushiswap/sushiswap.ts";
import { sushiswap3 } from "./sushiswap3/sushiswap3.ts";
import { tydro } from "./tydro/tydro.ts";
import { uniswap2 } from "./uniswap2/uniswap2.ts";
import { uniswap3 } from "./uniswap3/uniswap3.ts";
import { uniswap4 } from "./uniswap4/uniswap4.ts";
import { unlistedExchange } from "./unlisted/unlistedExchange.ts";
import { unlistedFarm } from "./unlisted/unlistedFarm.ts";
import { unlistedLending } from "./unlisted/unlistedLending.ts";
import { venus } from "./venus/venus.ts";

/** Every protocol. A new one is a folder and a row here; its table lists its deployments. */
export const adapters: readonly Adapter[] = [
  uniswap2,
  uniswap3,
  uniswap4,
  sushiswap,
  sushiswap3,
  pancakeswap,
  pancakeswap3,
  quickswap,
  ens,
  lido,
  dsproxy,
  permit2,
  safe,
  stkaave,
  aave2,
  aave3,
  compound2,
  compound3,
  moonwell,
  maker,
  morphoblue,
  spark,
  tydro,
  venus,
  unlistedExchange,
  unlistedLending,
  unlistedFarm,
  erc4626,
].map((adapter: unknown) => adapter as Adapter);
