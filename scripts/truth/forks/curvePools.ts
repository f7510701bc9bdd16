import { erc20Abi, type Address } from "@portico/evm";
import { compileStandIn } from "./compileStandIn.ts";
import { contractAt, deployContract, type ForkContract } from "./forkContract.ts";
import { ADMIN, type Fork, type ForkChain } from "./forkScene.ts";
import { sumByToken } from "./sumByToken.ts";

const UNIT = 10n ** 18n;

export interface CurvePools extends Fork {
  /** A pool of a token and of the base pool's shares, and its own share. */
  readonly metapool: Address;
  /** Base units by token of a share of the metapool. */
  readonly readShare: (rawShare: bigint) => Promise<[Address, bigint][]>;
}

/** Stand-ins of pools in a registry: a base pool, whose share is another token, and a metapool. */
export async function installCurvePools(on: ForkChain, registry: ForkContract): Promise<CurvePools> {
  const { client, tokens, mint, approve, balanceOf } = on;
  const artifact = compileStandIn("CurvePoolStandIn");
  const base = await deployContract(on, artifact, [tokens, true]);
  const { address: lp } = contractAt(on, artifact, await base.read<Address>("lp"));
  const meta = await deployContract(on, artifact, [[tokens[0], lp], false]);
  for (const { address } of [base, meta]) await registry.write(ADMIN, "add", [address]);
  const provide = async (owner: Address, amounts: readonly [bigint, bigint]) => {
    for (const [side, token] of tokens.entries()) {
      await mint(token, owner, 2n * amounts[side]!);
      await approve(token, owner, base.address);
    }
    await base.write(owner, "add_liquidity", [amounts, owner]);
    for (const token of [tokens[0], lp]) await approve(token, owner, meta.address);
    await meta.write(owner, "add_liquidity", [amounts.map((amount) => amount / 2n), owner]);
  };
  await provide(ADMIN, [24n * UNIT, 40n * UNIT]);

  const readPart = async (pool: ForkContract, share: Address, rawShare: bigint) => {
    const supply = await client.readContract({ address: share, abi: erc20Abi, functionName: "totalSupply" });
    const balances = [await pool.read<bigint>("balances", [0n]), await pool.read<bigint>("balances", [1n])];
    return balances.map((balance) => (balance * rawShare) / supply);
  };
  const readBase = async (rawShare: bigint): Promise<[Address, bigint][]> => {
    const amounts = await readPart(base, lp, rawShare);
    return tokens.map((token, side) => [token, amounts[side]!]);
  };
  const readShare = async (rawShare: bigint): Promise<[Address, bigint][]> => {
    const [rawAmount, rawLp] = await readPart(meta, meta.address, rawShare);
    return [[tokens[0], rawAmount!], ...(await readBase(rawLp!))];
  };
  return {
    metapool: meta.address,
    readShare,
    use: (owner) => provide(owner, [8n * UNIT, 10n * UNIT]),
    async readTruth(owner) {
      const [held, metaHeld] = await Promise.all([balanceOf(lp, owner), balanceOf(meta.address, owner)]);
      return sumByToken([...(await readBase(held)), ...(await readShare(metaHeld))]);
    },
  };
}
