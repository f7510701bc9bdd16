import { erc20Abi, ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import { parseAbi, parseAbiItem } from "viem";
import type { OwnerContext, PoolContext, ReadContext } from "../../adapter.ts";
import { defineFamily } from "../../family.ts";
import type { Position } from "../../position.ts";
import { toLower } from "../../toLower.ts";
import { checkViews } from "../checkViews.ts";
import { listAnswered } from "../listAnswered.ts";
import { boosterAbi } from "./boosterContracts.ts";
import type { BoosterContracts } from "./boosterContracts.ts";
import { identifyBooster } from "./boosterIdentify.ts";
import { readLocker, toLockerSignals } from "./boosterLocker.ts";
import {
  findStakes,
  isRewardPool,
  readRewardPool,
  readRewardPoolState,
  readRewardShares,
  readStaked,
} from "./rewardPool.ts";
import { readStakedCvxCrv, unwrapCvxCrv } from "./stakedCvxCrv.ts";

const staked = parseAbiItem("event Staked(address indexed user, uint256 amount)");
const tokenAbi = parseAbi(["function operator() view returns (address)", "function decimals() view returns (uint8)"]);

/** Convex, Aura and their forks: stakes of LP tokens that others' locks boost, and locks. */
export const convexBoosterFamily = defineFamily<BoosterContracts>({
  name: "convex-booster",
  roles: { booster: "required", locker: "optional", wrapper: "optional" },
  toContracts: ({ booster = [], locker = [], wrapper = [] }, { variant }) => ({
    boosters: booster,
    lockers: locker,
    wrappers: wrapper,
    minting: variant === "aura" || variant === "convex" ? variant : undefined,
  }),
  readsUntrusted: true,

  signals: ({ lockers, wrappers }) => ({
    tokens: wrappers,
    events: [{ event: staked, emitters: "identified", owners: ["user"] }, ...toLockerSignals(lockers)],
  }),

  identifyForks: identifyBooster,

  async listPositions(context: OwnerContext<BoosterContracts>) {
    const { contracts, receipts, interactions, interactionsFrom } = context;
    const named = new Set(interactions.map(({ contract }) => contract));
    const isPartial = interactionsFrom !== undefined;
    const lockers = contracts.lockers.filter((locker) => isPartial || named.has(locker));
    const pools = isPartial ? await findStakes(context) : [...named].filter((at) => !contracts.lockers.includes(at));
    const isRead = new Set(pools);
    const found = await Promise.all([
      ...pools.map((pool) => readRewardPool(context, pool)),
      ...receipts.filter((receipt) => !isRead.has(receipt)).map((receipt) => readReceipt(context, receipt)),
      ...lockers.map((locker) => readLocker(context, locker, contracts.minting !== "aura")),
    ]);
    return found.flat();
  },

  /** Aura's reward pools are tokens too. */
  async unwrap(context, { token, rawAmount }) {
    if (context.contracts.wrappers.includes(token)) return unwrapCvxCrv(context, { token, rawAmount });
    if (await isRewardPool(context, token)) return readStaked(context, token, rawAmount);
    return [{ token: await findLpToken(context, token), rawAmount }];
  },

  async listPools(context: PoolContext<BoosterContracts>) {
    const arePools = await Promise.all(context.known.map((at) => isRewardPool(context, at)));
    const pools = context.known.filter((_at, index) => arePools[index]);
    const decimals = await context.tryRead(
      pools.map((address) => ({ address, abi: tokenAbi, functionName: "decimals" }) as const),
    );
    if (pools.length === 0) return [];
    return listAnswered(pools.map((pool, index) => readRewardPoolState(context, pool, decimals[index] !== undefined)));
  },

  readShares: (context, { controller }, owners) => readRewardShares(context, controller, owners),

  check: (context) =>
    checkViews(
      context,
      context.contracts.boosters.map((address) => ({ address, abi: boosterAbi, functionName: "poolLength" })),
    ),
});

/** Aura's reward pools, and a booster's token that is not staked. */
async function readReceipt(context: OwnerContext<BoosterContracts>, address: Address): Promise<Position[]> {
  if (context.contracts.wrappers.includes(address)) return readStakedCvxCrv(context, address);
  if (await isRewardPool(context, address)) return readRewardPool(context, address);
  const [[rawAmount], lpToken] = await Promise.all([
    context.read([{ address, abi: erc20Abi, functionName: "balanceOf", args: [context.owner] }]),
    findLpToken(context, address),
  ]);
  if (rawAmount === 0n) return [];
  const supplies = [{ token: lpToken, rawAmount }];
  return [{ name: "Deposit", detail: { type: "common", supplies }, pool: { controller: address } }];
}

async function findLpToken({ read, readOnce }: ReadContext<BoosterContracts>, token: Address): Promise<Address> {
  const [operator] = await readOnce([{ address: token, abi: tokenAbi, functionName: "operator" }]);
  const of = { address: operator, abi: boosterAbi } as const;
  const [length] = await read([{ ...of, functionName: "poolLength" }]);
  const pools = await readOnce(
    Array.from(
      { length: Number(length) },
      (_, pid) => ({ ...of, functionName: "poolInfo", args: [BigInt(pid)] }) as const,
    ),
  );
  const found = pools.find(([, minted]) => toLower(minted) === token);
  return toLower(found?.[0] ?? ZERO_ADDRESS);
}
