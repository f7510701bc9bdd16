import { erc20Abi } from "@portico/evm";
import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { ReadContext } from "../adapter.ts";
import { toCovered } from "../families/cover.ts";
import type { Cover } from "../families/cover.ts";
import type { Supply } from "../position.ts";

const cometAbi = parseAbi([
  "function totalSupply() view returns (uint256)",
  "function totalBorrow() view returns (uint256)",
  "function totalsCollateral(address asset) view returns (uint128 totalSupplyAsset, uint128 reserved)",
]);

/** Each supply as far as it is covered: the base asset by cash and loans, a collateral by what the Comet holds of it. */
export async function coverSupplies(
  context: Pick<ReadContext<unknown>, "read">,
  comet: Address,
  supplies: readonly Supply[],
): Promise<Supply[]> {
  const covers = await Promise.all(supplies.map((supply) => readCover(context, comet, supply)));
  return supplies.map((supply, index) => ({ ...supply, rawAmount: toCovered(supply.rawAmount, covers[index]) }));
}

async function readCover(
  { read }: Pick<ReadContext<unknown>, "read">,
  comet: Address,
  { token, isCollateral = false }: Supply,
): Promise<Cover> {
  const of = { address: comet, abi: cometAbi } as const;
  const [[cash], totals] = await Promise.all([
    read([{ address: token, abi: erc20Abi, functionName: "balanceOf", args: [comet] }]),
    isCollateral
      ? read([{ ...of, functionName: "totalsCollateral", args: [token] }])
      : read([
          { ...of, functionName: "totalSupply" },
          { ...of, functionName: "totalBorrow" },
        ]),
  ]);
  const [claims, lent = 0n] = totals;
  return { rawCover: cash + lent, rawClaims: typeof claims === "bigint" ? claims : claims[0] };
}
