import type { Address } from "@portico/evm";
import { padHex, parseAbiItem } from "viem";
import type { EventSignal, OwnerContext } from "../../adapter.ts";
import { unlessUnread } from "../../reader.ts";
import { factoryAbi } from "./pendleAbi.ts";
import type { PendleContracts } from "./pendleContracts.ts";
import { readPendleTokens } from "./pendleTokens.ts";
import type { PendleToken } from "./pendleTokens.ts";

const swaps = [
  parseAbiItem(
    "event SwapPtAndSy(address indexed caller, address indexed market, address indexed receiver, int256 netPtToAccount, int256 netSyToAccount)",
  ),
  parseAbiItem(
    "event SwapPtAndToken(address indexed caller, address indexed market, address indexed token, address receiver, int256 netPtToAccount, int256 netTokenToAccount, uint256 netSyInterm)",
  ),
  parseAbiItem(
    "event SwapYtAndSy(address indexed caller, address indexed market, address indexed receiver, int256 netYtToAccount, int256 netSyToAccount)",
  ),
  parseAbiItem(
    "event SwapYtAndToken(address indexed caller, address indexed market, address indexed token, address receiver, int256 netYtToAccount, int256 netTokenToAccount, uint256 netSyInterm)",
  ),
  parseAbiItem(
    "event RemoveLiquiditySinglePt(address indexed caller, address indexed market, address indexed receiver, uint256 netLpToRemove, uint256 netPtOut)",
  ),
];

export const listRouterSignals = ({ router }: PendleContracts): EventSignal[] =>
  router === undefined
    ? []
    : swaps.map((event) => ({ event, emitters: [router], owners: ["receiver"], key: "market" }));

/** Markets that an owner traded in. The router trades in any contract, so factories verify them. */
export async function readRouterMarkets(context: OwnerContext<PendleContracts>): Promise<PendleToken[]> {
  const { contracts, interactions } = context;
  const traded = interactions.filter(({ contract, key }) => contract === contracts.router && key !== "");
  const addresses = traded.map(({ key }) => padHex(key as Address, { size: 20 }));
  const [isValid, tokens] = await Promise.all([
    Promise.all(addresses.map((address) => isMarket(context, address))),
    readPendleTokens(context, addresses),
  ]);
  const valid = new Set(addresses.filter((_address, index) => isValid[index]));
  return tokens.filter(({ address }) => valid.has(address));
}

/** Cached if it is. */
async function isMarket({ contracts, readOnce }: OwnerContext<PendleContracts>, market: Address): Promise<boolean> {
  const results = await Promise.all(
    contracts.factories.map((address) => {
      const call = { address, abi: factoryAbi, functionName: "isValidMarket", args: [market] } as const;
      return unlessUnread<readonly boolean[]>(readOnce([call]), []);
    }),
  );
  return results.some(([isOwn]) => isOwn === true);
}
