import { erc20Abi, getChain, multicall3Abi, type Address } from "@portico/evm";
import { getCreationCode } from "@portico/devnet";
import type { CatalogueRow } from "@portico/protocols";
import { encodeFunctionData, parseAbi } from "viem";
import { combineForks } from "./combineForks.ts";
import { compileStandIn } from "./compileStandIn.ts";
import { installLocker, installWrapper } from "./convexStakes.ts";
import { type ForkContract, contractAt, deployContract, deployToken } from "./forkContract.ts";
import { ADMIN, roleOf, type Fork, type ForkChain, type ForkScene } from "./forkScene.ts";
import { sumByToken } from "./sumByToken.ts";

const UNIT = 10n ** 18n;
/** Of AURA: it was there before the rewards. */
const INITIAL = 50_000_000n * UNIT;
const poolAbi = parseAbi([
  "function earned(address owner) view returns (uint256)",
  "function setEarned(address owner, uint256 rawAmount)",
  "function addExtraReward(address pool)",
  "function getReward(address owner)",
]);

/** BoosterStandIn.sol: a stake with rewards, which mint a token, and a deposit; locks and a wrapper where a row has them. */
export const convexBoosterForks: ForkScene = {
  family: "convex-booster",
  reduce: (row) => {
    const [booster, ...others] = [row.addresses["booster"]!].flat();
    return others.length === 0 ? row : { ...row, addresses: { ...row.addresses, booster: booster! } };
  },
  accepts: ({ variant }) => variant !== undefined,
  async install(on, row) {
    const { locker, wrapper } = row.addresses;
    const parts = [await installBooster(on, row)];
    if (locker !== undefined) parts.push(await installLocker(on, row));
    if (wrapper !== undefined) parts.push(await installWrapper(on, row));
    return combineForks(parts);
  },
};

async function installBooster(on: ForkChain, row: CatalogueRow): Promise<Fork> {
  const { chain, tokens, mint, approve, balanceOf } = on;
  const [lp, crv] = tokens;
  const isAura = row.variant === "aura";
  const artifact = compileStandIn("BoosterStandIn");
  const booster = contractAt(on, artifact, roleOf(row, "booster"));
  await chain.install(booster.address, getCreationCode(artifact, [crv, isAura ? INITIAL : 0n]));
  await booster.write(ADMIN, "addPool", [lp]);
  const [, token, , rewards] = await booster.read<readonly [Address, Address, Address, Address]>("poolInfo", [0n]);
  const pool = contractAt(on, { abi: poolAbi }, rewards);
  const stash = (await deployToken(on, "STASH")).address;
  const extra = await deployContract(on, compileStandIn("ExtraRewardStandIn", "BoosterStandIn"), [stash, true, isAura]);
  await pool.write(ADMIN, "addExtraReward", [extra.address]);
  return {
    async use(owner) {
      await mint(lp, owner, 10n * UNIT);
      await approve(lp, owner, booster.address);
      await booster.write(owner, "deposit", [0n, 7n * UNIT, true]);
      await booster.write(owner, "deposit", [0n, 3n * UNIT, false]);
      await mint(crv, pool.address, 12_345n * UNIT);
      await pool.write(ADMIN, "setEarned", [owner, 12_345n * UNIT]);
      await mint(stash, extra.address, 5n * UNIT);
      await extra.write(ADMIN, "setEarned", [owner, 5n * UNIT]);
    },
    async readTruth(owner) {
      const minted = await readMinted(on, { booster, pool, owner });
      return sumByToken([
        [lp, (await balanceOf(pool.address, owner)) + (await balanceOf(token, owner))],
        [crv, await pool.read<bigint>("earned", [owner])],
        minted,
        [stash, await extra.read<bigint>("earned", [owner])],
      ]);
    },
  };
}

/** What paying a stake's reward mints. */
async function readMinted(
  on: ForkChain,
  { booster, pool, owner }: { booster: ForkContract; pool: ForkContract; owner: Address },
): Promise<readonly [Address, bigint]> {
  const { address: minter } = contractAt(on, booster, await booster.read<Address>("minter"));
  const calls = [
    { target: pool.address, callData: encodeFunctionData({ abi: poolAbi, functionName: "getReward", args: [owner] }) },
    { target: minter, callData: encodeFunctionData({ abi: erc20Abi, functionName: "balanceOf", args: [owner] }) },
  ];
  const { result } = await on.client.simulateContract({
    address: getChain("eth").multicall3!,
    abi: multicall3Abi,
    functionName: "aggregate3",
    args: [calls.map((call) => ({ ...call, allowFailure: false }))],
  });
  return [minter, BigInt(result[1]!.returnData) - (await on.balanceOf(minter, owner))];
}
