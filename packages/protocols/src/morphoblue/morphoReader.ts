import { min } from "@portico/evm";
import type { Address } from "@portico/evm";
import type { Adapter, OwnerContext, PoolContext, ReadContext } from "../adapter.ts";
import { toCovered } from "../families/cover.ts";
import type { Amount, PoolKey, Position, Supply } from "../position.ts";
import { toOmitted } from "../toOmitted.ts";
import { readMorphoCash, toLentCover } from "./morphoCash.ts";
import { accrue, toAssetsDown, toAssetsUp, toHealth } from "./morphoMath.ts";
import { listMorphoPools } from "./morphoPools.ts";
import { marketEvents, readMoving, readStakes } from "./morphoReads.ts";
import type { MarketId, MorphoContracts } from "./morphoReads.ts";
import { readRows } from "./morphoRows.ts";

/** What Morpho's own contracts and forks share. */
export const morphoReader = {
  readsUntrusted: true,

  signals: ({ morpho }: MorphoContracts) => ({
    events: marketEvents.map((event) => ({ event, owners: ["onBehalf"], key: "id", emitters: [morpho] })),
  }),

  async listPositions(context: OwnerContext<MorphoContracts>) {
    const ids = context.interactions.map(({ key }) => key as MarketId);
    const { rows, omitted } = await readRows(context, ids);
    const markets = rows.map(({ market }) => market);
    const [moving, cash] = await Promise.all([
      readMoving(context, markets, (_market, index) => rows[index]!.stake.borrowShares > 0n),
      context.contracts.isFork === true ? readMorphoCash(context, markets) : undefined,
    ]);
    const positions = rows.flatMap(({ market, stake }, index): Position[] => {
      const { supplyShares, borrowShares, collateral } = stake;
      const { borrowRate, price } = moving[index]!;
      const state = accrue(market.state, borrowRate, context.timeAt);
      const lent = toAssetsDown(supplyShares, state.supplyAssets, state.supplyShares);
      const owed = toAssetsUp(borrowShares, state.borrowAssets, state.borrowShares);
      const secured = cash?.[index]?.secured;
      const supplies = nonZero<Supply>([
        { token: market.loanToken, rawAmount: toCovered(lent, toLentCover(state, cash?.[index])), isCollateral: false },
        {
          token: market.collateralToken,
          rawAmount: secured === undefined ? collateral : min(collateral, secured),
          isCollateral: true,
        },
      ]);
      const borrows = nonZero<Amount>([{ token: market.loanToken, rawAmount: owed }]);
      if (supplies.length + borrows.length === 0) return [];
      const healthRate =
        owed === 0n || price === undefined ? null : toHealth({ collateral, price, lltv: market.lltv, owed });
      const pool = { controller: context.contracts.morpho, index: market.id };
      return [{ name: "Lending", detail: { type: "lending", supplies, borrows, healthRate }, pool }];
    });
    return omitted === 0
      ? positions
      : [
          ...positions,
          toOmitted(
            context.contracts.morpho,
            `${omitted} more markets. Anybody can supply to a market on behalf of this address.`,
          ),
        ];
  },

  listPools: (context: PoolContext<MorphoContracts>) => listMorphoPools(context),

  async readShares(context: ReadContext<MorphoContracts>, { index }: PoolKey, owners: readonly Address[]) {
    const stakes = await Promise.all(owners.map((owner) => readStakes(context, [index as MarketId], owner)));
    return stakes.map(([stake]) => stake!.supplyShares);
  },
} satisfies Partial<Adapter<MorphoContracts>>;

const nonZero = <Row extends Amount & { token: Address }>(rows: Row[]): Row[] =>
  rows.filter(({ rawAmount }) => rawAmount > 0n);
