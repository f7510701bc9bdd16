import type { Address } from "@portico/evm";
import { compileTestContract } from "./contracts.ts";
import type { Lab } from "./lab.ts";
import { anyTokenAbi, deployContract } from "./testContract.ts";
import type { TestContract } from "./testContract.ts";
import { deployToken, tokenAbi } from "./tokens.ts";

/** Stand-ins of Curve: two registries, a base pool whose LP token is apart, its metapool, and a pool of 2020. */
export interface CurveMarket {
  /** Counts coins; has the base pool and the pool of 2020. */
  registry: TestContract;
  /** Lists two coins; has the metapool. */
  cryptoRegistry: TestContract;
  tokens: readonly [Address, Address, Address];
  base: TestContract;
  /** The base pool's shares. */
  baseLp: Address;
  meta: TestContract;
  first: TestContract;
  firstLp: Address;
  /** Adds liquidity for an owner. */
  provide(
    this: void,
    pool: TestContract,
    owner: Address,
    coins: readonly Address[],
    amounts: readonly bigint[],
  ): Promise<void>;
}

export async function deployCurveMarket(lab: Lab, deployer: Address): Promise<CurveMarket> {
  const compile = compileTestContract;
  const deploy = (name: string) => deployToken(lab, name, deployer);
  const tokens = [await deploy("AAA"), await deploy("BBB"), await deploy("CCC")] as const;
  const registry = await deployContract(lab, compile("CurveRegistryStandIn"), [true]);
  const cryptoRegistry = await deployContract(lab, compile("CurveRegistryStandIn"), [false]);
  const poolArtifact = compile("CurvePoolStandIn");
  const base = await deployContract(lab, poolArtifact, [[tokens[0], tokens[1]], true]);
  const baseLp = (await base.view<Address>("lp")).toLowerCase() as Address;
  const meta = await deployContract(lab, poolArtifact, [[tokens[2], baseLp], false]);
  const first = await deployContract(lab, compile("CurveFirstPoolStandIn"), [[tokens[0], tokens[1]]]);
  const firstLp = (await first.view<Address>("lp")).toLowerCase() as Address;
  await registry.write(deployer, "add", [base.address]);
  await registry.write(deployer, "add", [first.address]);
  await cryptoRegistry.write(deployer, "add", [meta.address]);
  return {
    registry,
    cryptoRegistry,
    tokens,
    base,
    baseLp,
    meta,
    first,
    firstLp,
    async provide(pool, owner, coins, amounts) {
      for (const [index, token] of coins.entries()) {
        const rawAmount = amounts[index] ?? 0n;
        if (token !== baseLp)
          await lab.write(deployer, { to: token, abi: tokenAbi, functionName: "mint", args: [owner, rawAmount] });
        await lab.write(owner, {
          to: token,
          abi: anyTokenAbi,
          functionName: "approve",
          args: [pool.address, rawAmount],
        });
      }
      await pool.write(owner, "add_liquidity", [amounts, owner]);
    },
  };
}
