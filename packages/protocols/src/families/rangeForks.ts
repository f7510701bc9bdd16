import { ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import type { Adapter, EventSignal, ForkIdentity, OwnerContext, ReadContext } from "../adapter.ts";
import type { Amount, Position } from "../position.ts";
import { filterPools, identifyRanges } from "./identifyRanges.ts";
import type { RangeContracts } from "./identifyRanges.ts";
import { createLimits } from "./limits.ts";
import type { Take } from "./limits.ts";
import { listAnswered } from "./listAnswered.ts";
import { readNftPositions } from "./nftPositions.ts";
import type { RangeDialect } from "./rangeDialect.ts";
import { readRangePool } from "./rangePool.ts";
import { readWords } from "./readWords.ts";
import { toPosition } from "./uniswapV3.ts";

/** Contracts that hold owners' NFTs and pay rewards for them. */
export interface RangeStaking {
  events: readonly EventSignal[];
  identify(
    context: ReadContext<readonly RangeContracts[]>,
    candidates: readonly Address[],
  ): Promise<Map<Address, ForkIdentity>>;
  listPositions(context: OwnerContext<RangeContracts>, take: Take): Promise<Position[]>;
}

interface RangeForks {
  dialect: RangeDialect;
  staking?: RangeStaking;
  /** What NFTs earn in their owner's wallet besides fees, by NFT. */
  readFarmed?:
    | ((
        context: OwnerContext<RangeContracts>,
        manager: Address,
        tokenIds: readonly bigint[],
        take: Take,
      ) => Promise<ReadonlyMap<bigint, readonly Amount[]>>)
    | undefined;
}

/** Anybody may send NFTs of an own manager: more than these are not read. */
const MAX_NFTS = 1_000;

/**
 * Exchanges of price ranges that are known by their factory: an NFT is found by what its contract names, and is worth no
 * more than the pools confirm.
 */
export const createRangeForks = ({ dialect, staking, readFarmed }: RangeForks) =>
  ({
    readsUntrusted: true,

    signals: () => ({ events: staking?.events ?? [] }),

    async identifyForks(context, candidates) {
      const [ranges, stakes] = await Promise.all([
        identifyRanges(context, dialect, candidates),
        staking?.identify(context, candidates),
      ]);
      return new Map([...(stakes ?? []), ...ranges]);
    },

    async check({ contracts: { factory }, tryRead }) {
      const views = dialect.nfts.map((layout) => layout.toPoolView([ZERO_ADDRESS, ZERO_ADDRESS], 0n));
      const answers = await Promise.all(
        views.map((view) => readWords({ tryRead }, { address: factory, ...view }, [1])),
      );
      return answers.some((words) => words !== undefined) ? undefined : `${views[0]!.view} does not respond`;
    },

    async listPositions(context) {
      const take = createLimits();
      const [held, staked] = await Promise.all([
        listHeld(context, { dialect, readFarmed }, take),
        staking?.listPositions(context, take),
      ]);
      return [...held, ...(staked ?? [])];
    },

    async listPools({ known, ...context }) {
      const pools = await filterPools(context, known);
      return listAnswered(pools.map(async (pool) => readRangePool(context, { pool, contracts: [pool], dialect })));
    },
  }) satisfies Partial<Adapter<RangeContracts>>;

async function listHeld(
  context: OwnerContext<RangeContracts>,
  { dialect, readFarmed }: Pick<RangeForks, "dialect" | "readFarmed">,
  take: Take,
): Promise<Position[]> {
  const { factory } = context.contracts;
  // many small collections rather than a large one
  const managers = [...context.nfts].toSorted(([, one], [, other]) => one.length - other.length);
  let left = MAX_NFTS;
  const found = await Promise.all(
    managers.map(async ([positions, ids]) => {
      const own = ids.slice(0, left);
      left -= own.length;
      const [nfts, farmed] = await Promise.all([
        readNftPositions(context, { factory, positions, dialect, take }, own),
        readFarmed?.(context, positions, own, take),
      ]);
      return nfts.map((nft) => {
        const paid = farmed?.get(nft.tokenId);
        const name = paid === undefined ? "Liquidity Pool" : "Farming";
        return toPosition(nft, { name, pool: { controller: nft.pool }, ...(paid && { paid }) });
      });
    }),
  );
  return found.flat();
}
