import type { Address } from "@portico/evm";
import { defineAdapter } from "../adapter.ts";
import type { OwnerContext, PoolContext } from "../adapter.ts";
import { readRouters } from "../routers.ts";
import type { Amount, Position, Supply } from "../position.ts";
import deployments from "./deployments.json" with { type: "json" };
import { accrue, toAssetsDown, toAssetsUp, toHealth } from "./morphoMath.ts";
import { listMorphoPools } from "./morphoPools.ts";
import { marketEvents, readMarkets, readMoving, readStakes } from "./morphoReads.ts";
import type { MarketId, MorphoContracts } from "./morphoReads.ts";

/** Morpho Blue: markets of a loan asset and a collateral asset, in one contract. */
export const morphoblue = defineAdapter<MorphoContracts>({
  id: "morphoblue",
  name: "Morpho Blue",
  siteUrl: "https://app.morpho.org",
  category: "lending",
  readsUntrusted: true,
  source: "@morpho-org/morpho-ts 2.8.0 (MIT), by scripts/protocolFacts/morpho.ts",
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- lendingTables.test.ts checks every row
  deployments: deployments as Record<string, MorphoContracts>,
  routers: readRouters("morphoblue"),

  signals: ({ morpho }) => ({
    events: marketEvents.map((event) => ({ event, owners: ["onBehalf"], key: "id", emitters: [morpho] })),
  }),

  async listPositions(context: OwnerContext<MorphoContracts>) {
    const ids = context.interactions.map(({ key }) => key as MarketId);
    const [markets, stakes] = await Promise.all([readMarkets(context, ids), readStakes(context, ids, context.owner)]);
    const moving = await readMoving(context, markets, (_market, index) => stakes[index]!.borrowShares > 0n);
    return markets.flatMap((market, index): Position[] => {
      const { supplyShares, borrowShares, collateral } = stakes[index]!;
      const { borrowRate, price } = moving[index]!;
      const state = accrue(market.state, borrowRate, context.timeAt);
      const lent = toAssetsDown(supplyShares, state.supplyAssets, state.supplyShares);
      const owed = toAssetsUp(borrowShares, state.borrowAssets, state.borrowShares);
      const supplies = nonZero<Supply>([
        { token: market.loanToken, rawAmount: lent, isCollateral: false },
        { token: market.collateralToken, rawAmount: collateral, isCollateral: true },
      ]);
      const borrows = nonZero<Amount>([{ token: market.loanToken, rawAmount: owed }]);
      if (supplies.length + borrows.length === 0) return [];
      const healthRate =
        owed === 0n || price === undefined ? null : toHealth({ collateral, price, lltv: market.lltv, owed });
      const pool = { controller: context.contracts.morpho, index: market.id };
      return [{ name: "Lending", detail: { type: "lending", supplies, borrows, healthRate }, pool }];
    });
  },

  listPools: (context: PoolContext<MorphoContracts>) => listMorphoPools(context),

  async readShares(context, { index }, owners) {
    const stakes = await Promise.all(owners.map((owner) => readStakes(context, [index as MarketId], owner)));
    return stakes.map(([stake]) => stake!.supplyShares);
  },
});

const nonZero = <Row extends Amount & { token: Address }>(rows: Row[]): Row[] =>
  rows.filter(({ rawAmount }) => rawAmount > 0n);
