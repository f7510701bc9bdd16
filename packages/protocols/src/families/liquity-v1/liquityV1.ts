import type { Address } from "@portico/evm";
import { ZERO_ADDRESS } from "@portico/evm";
import { parseAbiItem } from "viem";
import type { AbiEvent } from "viem";
import type { EventSignal, ForkIdentity } from "../../adapter.ts";
import { defineFamily } from "../../family.ts";
import { toLower } from "../../toLower.ts";
import { readMarkets } from "./liquityV1Market.ts";
import type { LiquityMarket, LiquityV1Contracts } from "./liquityV1Market.ts";
import { listLiquityPools, readLiquityShares } from "./liquityV1Pools.ts";
import { readLiquityPositions, troveAbi } from "./liquityV1Positions.ts";

const toSignal = (event: AbiEvent, owner: string): EventSignal => ({ event, owners: [owner], emitters: "identified" });

/** Of trove managers and borrower operations, stability pools, and stakes. */
const events = [
  toSignal(
    parseAbiItem(
      "event TroveUpdated(address indexed _borrower, uint256 _debt, uint256 _coll, uint256 stake, uint8 operation)",
    ),
    "_borrower",
  ),
  toSignal(parseAbiItem("event UserDepositChanged(address indexed _depositor, uint256 _newDeposit)"), "_depositor"),
  toSignal(parseAbiItem("event StakeChanged(address indexed staker, uint256 newStake)"), "staker"),
];

const listPlaces = ({ troveManager, borrowerOperations, stabilityPool, staking }: LiquityMarket): Address[] =>
  [troveManager, borrowerOperations, stabilityPool, staking].filter((address) => address !== undefined);

/** A loan of a stablecoin per owner and collateral, and the pool that repays loans below their least ratio. */
export const liquityV1Family = defineFamily<LiquityV1Contracts>({
  name: "liquity-v1",
  roles: { troveManager: "required", collateral: "foreign", debtToken: "foreign" },
  toContracts: ({ troveManager = [], collateral = [], debtToken = [] }, { variant }) => ({
    troveManagers: troveManager,
    isPrisma: variant === "prisma",
    ...(collateral[0] && { collateral: collateral[0] }),
    ...(debtToken[0] && { debtToken: debtToken[0] }),
  }),

  signals: () => ({ events }),

  /** The contracts that the trove managers name, which are cached: no read of a candidate. */
  async identifyForks({ contracts, readOnce }, candidates) {
    const markets = await Promise.all(contracts.map((one) => readMarkets({ contracts: one, readOnce })));
    const forks = new Map(
      markets.flatMap((own, fork) => own.flatMap(listPlaces).map((address): [Address, number] => [address, fork])),
    );
    return new Map(
      candidates.flatMap((address): [Address, ForkIdentity][] => {
        const fork = forks.get(toLower(address));
        return fork === undefined ? [] : [[address, { fork, identity: "place" }]];
      }),
    );
  },

  listPositions: readLiquityPositions,
  listPools: listLiquityPools,
  readShares: readLiquityShares,

  async check(context) {
    const markets = await readMarkets(context);
    if (markets.length === 0) return "no troveManager names its MCR, pool and debt token";
    const troves = await context.tryRead(
      markets.map(
        ({ troveManager }) =>
          ({
            address: troveManager,
            abi: troveAbi,
            functionName: "getEntireDebtAndColl",
            args: [ZERO_ADDRESS],
          }) as const,
      ),
    );
    return troves.includes(undefined) ? "troveManager does not respond to getEntireDebtAndColl()" : undefined;
  },
});
