import type { FunctionRow } from "../functionRow.ts";
import { aavePeripheryRows } from "./aavePeriphery.ts";
import { aavePackedRows, aavePoolRows, approveDelegationRow } from "./aavePool.ts";
import { aggregatorRows } from "./aggregators.ts";
import { compoundV2Rows } from "./compoundV2.ts";
import { compoundV3Rows } from "./compoundV3.ts";
import { conditionalTokenRows } from "./conditionalTokens.ts";
import { ensRows } from "./ens.ts";
import { erc4626Rows } from "./erc4626.ts";
import { farmRows } from "./farms.ts";
import { governorRows } from "./governor.ts";
import { lidoRows } from "./lido.ts";
import { morphoBlueRows } from "./morphoBlue.ts";
import { nftMarketRows } from "./nftMarkets.ts";
import { mintRows } from "./nftMints.ts";
import { restakingRows } from "./restaking.ts";
import { seaportRows } from "./seaport.ts";
import { uniswapV2Rows } from "./uniswapV2.ts";
import { uniswapV3Rows } from "./uniswapV3.ts";
import { uniswapV3PaymentRows } from "./uniswapV3Payments.ts";
import { uniswapV3PositionRows } from "./uniswapV3Positions.ts";
import { uniswapV4Rows } from "./uniswapV4.ts";
import { universalRouterRows } from "./universalRouter.ts";

/** Functions of protocols that users call. */
export const protocolRows: readonly FunctionRow[] = [
  ...uniswapV2Rows,
  ...uniswapV3Rows,
  ...uniswapV3PaymentRows,
  ...uniswapV3PositionRows,
  ...uniswapV4Rows,
  ...universalRouterRows,
  ...aggregatorRows,
  ...aavePoolRows,
  ...aavePackedRows,
  approveDelegationRow,
  ...aavePeripheryRows,
  ...compoundV2Rows,
  ...compoundV3Rows,
  ...morphoBlueRows,
  ...erc4626Rows,
  ...lidoRows,
  ...farmRows,
  ...restakingRows,
  ...conditionalTokenRows,
  ...seaportRows,
  ...nftMarketRows,
  ...mintRows,
  ...ensRows,
  ...governorRows,
];
