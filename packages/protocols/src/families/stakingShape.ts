import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { ReadContext } from "../adapter.ts";
import { toLower } from "../toLower.ts";

/** A contract that holds stakes, of unknown code. */
export interface Staking {
  address: Address;
  /** Those of its row: used only if there is one, and the contract does not name its own. */
  tokens: readonly Address[];
}

/** How a staking contract is read. Rewards are read only where both their amount and their token have a view. */
export type StakingShape =
  /** Synthetix' StakingRewards. A receipt: stakes are themselves an ERC-20, one to one. */
  | { kind: "farm"; token: Address; amount: AmountView; reward?: RewardViews; isReceipt: boolean }
  /** An ERC-20 whose supply shares all that it holds of the token: SushiBar. */
  | { kind: "bar"; token: Address }
  /** Curve's VotingEscrow. */
  | { kind: "escrow"; token: Address }
  /** A view of unknown code: an amount above the contract's balance is not one. */
  | { kind: "plain"; token: Address; amount: AmountView; isReceipt: boolean }
  /** Indexed pools: MasterChef. */
  | { kind: "chef" };

export interface RewardViews {
  token: Address;
  view: "earned" | "pendingReward";
}

export const AMOUNT_VIEWS = [
  "balanceOf",
  "userInfo",
  "totalStakedFor",
  "stakedAmounts",
  "stakeOf",
  "stakedBalanceOf",
  "stakingBalance",
  "stakes",
] as const;
export type AmountView = (typeof AMOUNT_VIEWS)[number];

/** First words only: further ones differ between contracts. */
export const stakingAbi = parseAbi([
  "function stakingToken() view returns (address)",
  "function stakedToken() view returns (address)",
  "function token() view returns (address)",
  "function asset() view returns (address)",
  "function token0() view returns (address)",
  "function rewardsToken() view returns (address)",
  "function rewardToken() view returns (address)",
  "function decimals() view returns (uint8)",
  "function totalSupply() view returns (uint256)",
  "function poolLength() view returns (uint256)",
  "function balanceOf(address owner) view returns (uint256)",
  "function userInfo(address owner) view returns (uint256)",
  "function totalStakedFor(address owner) view returns (uint256)",
  "function stakedAmounts(address owner) view returns (uint256)",
  "function stakeOf(address owner) view returns (uint256)",
  "function stakedBalanceOf(address owner) view returns (uint256)",
  "function stakingBalance(address owner) view returns (uint256)",
  "function stakes(address owner) view returns (uint256)",
  "function earned(address owner) view returns (uint256)",
  "function pendingReward(address owner) view returns (uint256)",
  "function locked(address owner) view returns (int128 amount, uint256 end)",
  "function locked__end(address owner) view returns (uint256)",
  "function lockedBalances(address owner) view returns (uint256)",
  "function positionData(address owner) view returns (uint128)",
]);

const found = new WeakMap<Staking, StakingShape>();
/** An owner without stakes: views respond to it if they exist. */
const PROBE: Address = "0x0000000000000000000000000000000000000001";

/** Finds the shape by the views that respond; undefined: none is known. It is found once. */
export async function findStakingShape(
  context: ReadContext<unknown>,
  staking: Staking,
): Promise<StakingShape | undefined> {
  const known = found.get(staking);
  if (known !== undefined) return known;
  const shape = toShape(await readViews(context, staking.address), staking);
  if (shape !== undefined) found.set(staking, shape);
  return shape;
}

/** After its contract was upgraded. */
export const evictStakingShape = (staking: Staking): boolean => found.delete(staking);

type Views = Awaited<ReturnType<typeof readViews>>;

async function readViews({ tryRead }: ReadContext<unknown>, address: Address) {
  const of = { address, abi: stakingAbi } as const;
  const ofProbe = { ...of, args: [PROBE] } as const;
  const [tokens, [decimals, totalSupply, poolLength], [locked, earned, pendingReward], locks, amounts] =
    await Promise.all([
      tryRead([
        { ...of, functionName: "stakingToken" },
        { ...of, functionName: "stakedToken" },
        { ...of, functionName: "token" },
        { ...of, functionName: "asset" },
        { ...of, functionName: "token0" },
        { ...of, functionName: "rewardsToken" },
        { ...of, functionName: "rewardToken" },
      ]),
      tryRead([
        { ...of, functionName: "decimals" },
        { ...of, functionName: "totalSupply" },
        { ...of, functionName: "poolLength" },
      ]),
      tryRead([
        { ...ofProbe, functionName: "locked" },
        { ...ofProbe, functionName: "earned" },
        { ...ofProbe, functionName: "pendingReward" },
      ]),
      tryRead([
        { ...ofProbe, functionName: "locked__end" },
        { ...ofProbe, functionName: "lockedBalances" },
        { ...ofProbe, functionName: "positionData" },
      ]),
      tryRead(AMOUNT_VIEWS.map((functionName) => ({ ...ofProbe, functionName }) as const)),
    ]);
  const [stakingToken, stakedToken, token, asset, token0, rewardsToken, rewardToken] = tokens.map(toToken);
  return {
    stakingToken,
    stakedToken,
    token,
    asset,
    token0,
    rewardsToken,
    rewardToken,
    decimals,
    totalSupply,
    poolLength,
    locked,
    earned,
    pendingReward,
    hasLocks: locks.some((lock) => lock !== undefined),
    amounts: new Set(AMOUNT_VIEWS.filter((_name, index) => amounts[index] !== undefined)),
  };
}

const toToken = (token: Address | undefined): Address | undefined =>
  token === undefined || BigInt(token) === 0n ? undefined : toLower(token);

function toShape(views: Views, { address, tokens }: Staking): StakingShape | undefined {
  const { amounts, stakingToken, stakedToken, locked, token } = views;
  if (locked !== undefined && token !== undefined) return { kind: "escrow", token };
  if (views.hasLocks) return undefined; // its balances are votes, or a part of the locks
  const staked = stakingToken ?? stakedToken;
  const isToken = views.decimals !== undefined && views.totalSupply !== undefined && amounts.has("balanceOf");
  const named: AmountView | undefined = amounts.has("balanceOf") ? "balanceOf" : toUserInfo(amounts);
  if (staked !== undefined && named !== undefined) {
    const reward = toReward(views);
    return { kind: "farm", token: staked, amount: named, ...(reward && { reward }), isReceipt: isToken };
  }
  if (views.poolLength !== undefined) return { kind: "chef" };
  // a vault or a pair: other families read them
  const [only] = tokens.length === 1 ? tokens : [token];
  if (views.asset !== undefined || views.token0 !== undefined || only === undefined || only === address)
    return undefined;
  if (isToken && !paysRewards(views)) return { kind: "bar", token: only };
  const amount = AMOUNT_VIEWS.find((name) => amounts.has(name));
  return amount && { kind: "plain", token: only, amount, isReceipt: isToken };
}

/** Whether its ERC-20 represents stakes. */
export const isReceipt = (shape: StakingShape | undefined): boolean =>
  shape?.kind === "bar" || ((shape?.kind === "farm" || shape?.kind === "plain") && shape.isReceipt);

const toUserInfo = (amounts: ReadonlySet<AmountView>): AmountView | undefined =>
  amounts.has("userInfo") ? "userInfo" : undefined;

function toReward({ earned, rewardsToken, rewardToken, pendingReward }: Views): RewardViews | undefined {
  const token = rewardsToken ?? rewardToken;
  if (token === undefined) return undefined;
  if (earned !== undefined) return { token, view: "earned" };
  return pendingReward === undefined ? undefined : { token, view: "pendingReward" };
}

/** Rewards that are paid apart: the shares are then one to one. */
const paysRewards = ({ earned, pendingReward, rewardsToken, rewardToken }: Views): boolean =>
  [earned, pendingReward, rewardsToken, rewardToken].some((view) => view !== undefined);
