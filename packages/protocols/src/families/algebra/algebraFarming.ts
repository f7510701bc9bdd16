import { erc20Abi, ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import { parseAbi, zeroHash } from "viem";
import type { OwnerContext, ReadContext } from "../../adapter.ts";
import type { Amount, Position } from "../../position.ts";
import { unlessUnread } from "../../reader.ts";
import { toLower } from "../../toLower.ts";
import type { RangeContracts } from "../identifyRanges.ts";
import type { Take } from "../limits.ts";
import { readNftPositions } from "../nftPositions.ts";
import type { RangeStaking } from "../rangeForks.ts";
import { toPosition } from "../uniswapV3.ts";
import { algebraDialect } from "./algebraDialect.ts";

/** The manager of NFTs, since Algebra 2. @see "NonfungiblePositionManager of @cryptoalgebra/integral-periphery" */
const managerAbi = parseAbi([
  "function farmingCenter() view returns (address)",
  "function tokenFarmedIn(uint256 tokenId) view returns (address)",
  "function ownerOf(uint256 tokenId) view returns (address)",
]);
/** @see "FarmingCenter of cryptoalgebra/Algebra v1.2-integral" */
const centerAbi = parseAbi([
  "struct IncentiveKey { address rewardToken; address bonusRewardToken; address pool; uint256 nonce; }",
  "function eternalFarming() view returns (address)",
  "function deposits(uint256 tokenId) view returns (bytes32)",
  "function incentiveKeys(bytes32 incentiveId) view returns (IncentiveKey)",
  "function getRewardInfo(IncentiveKey key, uint256 tokenId) returns (uint256 reward, uint256 bonusReward)",
]);
/** Of Algebra 1, which holds the NFTs and gives out others. @see "FarmingCenter of cryptoalgebra/Algebra v1.0.0" */
const holderAbi = parseAbi([
  "function nonfungiblePositionManager() view returns (address)",
  "function l2Nfts(uint256 heldId) view returns (uint96 nonce, address operator, uint256 tokenId)",
  "function deposits(uint256 tokenId) view returns (uint256 heldId, uint32 numberOfFarms, bool inLimitFarming, address owner)",
]);

type Context = OwnerContext<RangeContracts>;

/** Rewards of NFTs that farm in their owner's wallet, by NFT, as far as the farm has their tokens. */
export async function readFarmed(
  context: Context,
  manager: Address,
  tokenIds: readonly bigint[],
  take: Take,
): Promise<Map<bigint, Amount[]>> {
  const center = await findAddress(context, manager, "farmingCenter");
  const farming = center && (await findAddress(context, center, "eternalFarming"));
  // anybody's manager may name a farm, which has other NFTs of the same ids
  const ownManager = farming && (await findAddress(context, farming, "nonfungiblePositionManager"));
  if (center === undefined || farming === undefined || ownManager !== toLower(manager)) return new Map();
  const [farmedIn, incentives] = await Promise.all([
    context.tryRead(
      tokenIds.map((id) => ({ address: manager, abi: managerAbi, functionName: "tokenFarmedIn", args: [id] }) as const),
    ),
    context.tryRead(
      tokenIds.map((id) => ({ address: center, abi: centerAbi, functionName: "deposits", args: [id] }) as const),
    ),
  ]);
  const farmed = tokenIds.flatMap((tokenId, index) => {
    const incentive = incentives[index] ?? zeroHash;
    return toLower(farmedIn[index] ?? ZERO_ADDRESS) === center && incentive !== zeroHash
      ? [{ tokenId, incentive }]
      : [];
  });
  const keys = await context.tryRead(
    farmed.map(
      ({ incentive }) =>
        ({ address: center, abi: centerAbi, functionName: "incentiveKeys", args: [incentive] }) as const,
    ),
  );
  const rewards = await Promise.all(
    farmed.map(async ({ tokenId }, index): Promise<[bigint, Amount[]]> => {
      const key = keys[index];
      return [tokenId, key === undefined ? [] : await readRewards(context, { farming, key, tokenId }, take)];
    }),
  );
  return new Map(rewards);
}

interface Farmed {
  farming: Address;
  key: { rewardToken: Address; bonusRewardToken: Address; pool: Address; nonce: bigint };
  tokenId: bigint;
}

async function readRewards(context: Context, { farming, key, tokenId }: Farmed, take: Take): Promise<Amount[]> {
  const tokens = [key.rewardToken, key.bonusRewardToken].map(toLower);
  const [[earned], held] = await Promise.all([
    context.trySimulate([{ address: farming, abi: centerAbi, functionName: "getRewardInfo", args: [key, tokenId] }]),
    context.tryRead(
      tokens.map((token) => ({ address: token, abi: erc20Abi, functionName: "balanceOf", args: [farming] }) as const),
    ),
  ]);
  if (earned === undefined) return [];
  return tokens.map((token, side) => {
    const wanted = earned[side] ?? 0n;
    return { token, rawAmount: take(`${farming} ${token}`, held[side] ?? 0n, wanted) };
  });
}

/** A constant of the contract; undefined if it has none. */
async function findAddress(
  { readOnce }: ReadContext<unknown>,
  address: Address,
  functionName: "eternalFarming" | "farmingCenter" | "nonfungiblePositionManager",
): Promise<Address | undefined> {
  const abi = [...managerAbi, ...centerAbi, ...holderAbi].filter((item) => item.type === "function");
  const reading = readOnce([{ address, abi, functionName }]) as Promise<readonly Address[]>;
  const [found = ZERO_ADDRESS] = await unlessUnread(reading, []);
  return found === ZERO_ADDRESS ? undefined : toLower(found);
}

/** Anybody may send NFTs of an own farm: more than these are not read. */
const MAX_NFTS = 250;

/**
 * Farms of Algebra 1: an owner's NFT of the farm stands for one of the manager. Their rewards are not read: no view lists
 * the incentives.
 */
export const algebraFarms: RangeStaking = {
  events: [],

  /** They are found as NFTs: like managers, they name the factory. */
  identify: () => Promise.resolve(new Map()),

  async listPositions(context, take) {
    const collections = await Promise.all(
      [...context.nfts].map(async ([center, ids]) => ({
        center,
        ids,
        manager: await findAddress(context, center, "nonfungiblePositionManager"),
      })),
    );
    let left = MAX_NFTS;
    const found = collections
      .flatMap(({ manager, ...one }) => (manager === undefined ? [] : [{ manager, ...one }]))
      .toSorted((one, other) => one.ids.length - other.ids.length) // many small collections rather than a large one
      .map(({ center, manager, ids }) => {
        const own = ids.slice(0, left);
        left -= own.length;
        return unlessUnread(listHeld(context, { center, manager, take }, own), []);
      });
    return (await Promise.all(found)).flat();
  },
};

interface Holder {
  center: Address;
  manager: Address;
  take: Take;
}

async function listHeld(
  context: Context,
  { center, manager, take }: Holder,
  heldIds: readonly bigint[],
): Promise<Position[]> {
  const of = { address: center, abi: holderAbi } as const;
  const farmed = await context.tryRead(heldIds.map((id) => ({ ...of, functionName: "l2Nfts", args: [id] }) as const));
  const claims = heldIds.flatMap((heldId, index) => {
    const tokenId = farmed[index]?.[2] ?? 0n;
    return tokenId === 0n ? [] : [{ heldId, tokenId }];
  });
  const [deposits, holders] = await Promise.all([
    context.tryRead(claims.map(({ tokenId }) => ({ ...of, functionName: "deposits", args: [tokenId] }) as const)),
    context.tryRead(
      claims.map(
        ({ tokenId }) => ({ address: manager, abi: managerAbi, functionName: "ownerOf", args: [tokenId] }) as const,
      ),
    ),
  ]);
  const own = claims.filter(
    ({ heldId }, index) => deposits[index]?.[0] === heldId && toLower(holders[index] ?? ZERO_ADDRESS) === center,
  );
  const { factory } = context.contracts;
  const nfts = await readNftPositions(
    context,
    { factory, positions: manager, dialect: algebraDialect, take },
    own.map(({ tokenId }) => tokenId),
  );
  return nfts.map((nft) => toPosition(nft, { name: "Farming", pool: { controller: center } }));
}
