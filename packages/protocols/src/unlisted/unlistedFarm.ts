import { chains, erc20Abi } from "@portico/evm";
import type { Address } from "@portico/evm";
import { parseAbi, parseAbiItem } from "viem";
import { defineAdapter } from "../adapter.ts";
import type { Identity, OwnerContext, ReadContext } from "../adapter.ts";
import { readStake } from "../families/staked.ts";
import type { Position } from "../position.ts";
import { unlessUnread } from "../reader.ts";
import { toLower } from "../toLower.ts";
import { describeUnlisted } from "./describeUnlisted.ts";

/** @see "MasterChef of @sushiswap/core" */
const chefAbi = parseAbi([
  "function poolLength() view returns (uint256)",
  "function poolInfo(uint256 pid) view returns (address lpToken)",
  "function userInfo(uint256 pid, address user) view returns (uint256 amount)",
]);
const deposit = parseAbiItem("event Deposit(address indexed user, uint256 indexed pid, uint256 amount)");

/**
 * Stakes in MasterChefs that nobody listed, recognized by their form. Anybody can deploy one that says that everybody has
 * millions, so a stake is at most what the chef holds of the token, and what it claims to pay is not counted.
 */
export const unlistedFarm = defineAdapter({
  id: "unlistedfarm",
  name: "Unlisted farms",
  siteUrl: "",
  category: "farm",
  readsUntrusted: true,
  isLast: true,
  isUnlisted: true,
  deployments: Object.fromEntries(chains.map(({ slug }) => [slug, {}])),

  signals: () => ({ events: [{ event: deposit, emitters: "identified", owners: ["user"], key: "pid" }] }),

  async identify({ tryRead }: ReadContext<unknown>, candidates: readonly Address[]) {
    const lengths = await tryRead(
      candidates.map((address) => ({ address, abi: chefAbi, functionName: "poolLength" }) as const),
    );
    const chefs = candidates.filter((_address, index) => (lengths[index] ?? 0n) > 0n);
    const [tokens, stakes] = await Promise.all([
      tryRead(chefs.map((address) => ({ address, abi: chefAbi, functionName: "poolInfo", args: [0n] }) as const)),
      tryRead(
        chefs.map((address) => ({ address, abi: chefAbi, functionName: "userInfo", args: [0n, address] }) as const),
      ),
    ]);
    const proven = chefs.filter((_address, index) => tokens[index] !== undefined && stakes[index] !== undefined);
    return new Map(proven.map((address): [Address, Identity] => [address, "place"]));
  },

  async listPositions(context: OwnerContext<unknown>) {
    const farms = context.interactions.flatMap(({ contract, key }) =>
      key === "" ? [] : [{ chef: contract, pid: BigInt(key) }],
    );
    const stakes = await Promise.all(farms.slice(0, MAX_FARMS).map((farm) => readClaim(context, farm)));
    const covered = coverStakes(stakes.filter((stake) => stake !== undefined));
    return Promise.all(covered.map((stake) => toPosition(context, stake)));
  },
});

/** Anybody may name an owner in events of thousands of chefs. */
const MAX_FARMS = 500;

type Owned = OwnerContext<unknown>;

interface ClaimedStake {
  chef: Address;
  pid: bigint;
  token: Address;
  rawAmount: bigint;
  /** What the chef has of the token. */
  rawHeld: bigint;
}

async function readClaim(
  { owner, tryRead }: Owned,
  { chef, pid }: { chef: Address; pid: bigint },
): Promise<ClaimedStake | undefined> {
  const of = { address: chef, abi: chefAbi } as const;
  const [token, rawAmount = 0n] = await tryRead([
    { ...of, functionName: "poolInfo", args: [pid] },
    { ...of, functionName: "userInfo", args: [pid, owner] },
  ]);
  if (token === undefined || rawAmount === 0n) return undefined;
  const [rawHeld = 0n] = await tryRead([{ address: token, abi: erc20Abi, functionName: "balanceOf", args: [chef] }]);
  return { chef, pid, token: toLower(token), rawAmount, rawHeld };
}

/** All stakes of a token in a chef are together at most what it has: it may have a thousand pools of it. */
function coverStakes(stakes: readonly ClaimedStake[]): ClaimedStake[] {
  const left = new Map<string, bigint>();
  return stakes.map((stake) => {
    const key = `${stake.chef} ${stake.token}`;
    const held = left.get(key) ?? stake.rawHeld;
    const rawAmount = stake.rawAmount < held ? stake.rawAmount : held;
    left.set(key, held - rawAmount);
    return { ...stake, rawAmount };
  });
}

async function toPosition(context: Owned, { chef, pid, token, rawAmount }: ClaimedStake): Promise<Position> {
  const staked = { token, rawAmount };
  const [{ supplies }, description] = await Promise.all([
    unlessUnread(readStake({ ...context, contracts: {} }, staked), { supplies: [staked], isOwnPair: false }),
    describeUnlisted(context, "farm", { address: chef }),
  ]);
  const detail = { type: "common", supplies, description } as const;
  return { name: "Farming", detail, pool: { controller: chef, index: String(pid) } };
}
