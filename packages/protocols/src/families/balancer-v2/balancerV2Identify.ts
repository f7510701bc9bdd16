import { ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { ForkIdentity, ReadContext } from "../../adapter.ts";
import { toLower } from "../../toLower.ts";
import { indexForks } from "../indexForks.ts";
import { isPoolOf, readPoolId } from "./balancerV2Pool.ts";
import type { BalancerV2Contracts } from "./balancerV2Contracts.ts";

const claimAbi = parseAbi(["function getVault() view returns (address)", "function lp_token() view returns (address)"]);
const controllerAbi = parseAbi(["function gauge_types(address gauge) view returns (int128)"]);
const factoryAbi = parseAbi(["function isGaugeFromFactory(address gauge) view returns (bool)"]);

type Forks = ReadContext<readonly BalancerV2Contracts[]>;

/** Pools that the vault lists, and gauges that the gauge controller or a factory lists. */
export async function identifyBalancerV2(
  context: Forks,
  candidates: readonly Address[],
): Promise<Map<Address, ForkIdentity>> {
  const forks = indexForks(context.contracts, ({ vault }) => [vault]);
  const [vaults, lpTokens] = await Promise.all([
    context.tryRead(candidates.map((address) => ({ address, abi: claimAbi, functionName: "getVault" }) as const)),
    context.tryRead(candidates.map((address) => ({ address, abi: claimAbi, functionName: "lp_token" }) as const)),
  ]);
  const found = await Promise.all(
    candidates.map(async (address, index): Promise<[Address, ForkIdentity][]> => {
      const vault = toLower(vaults[index] ?? ZERO_ADDRESS);
      const claimed = forks.get(vault);
      const fork =
        claimed !== undefined
          ? (await isPool(context, vault, address)) && claimed
          : lpTokens[index] !== undefined && (await findGaugeFork(context, address));
      return fork === undefined || fork === false ? [] : [[address, { fork, identity: "receipt" }]];
    }),
  );
  return new Map(found.flat());
}

async function isPool(context: Forks, vault: Address, address: Address): Promise<boolean> {
  const poolId = await readPoolId(context, address);
  return poolId !== undefined && isPoolOf(context, vault, poolId, address);
}

/** Few forks have gauges. */
async function findGaugeFork({ contracts, tryRead }: Forks, gauge: Address): Promise<number | undefined> {
  const listed = await Promise.all(
    contracts.map(async ({ gaugeController, gaugeFactories }) => {
      const controllers = gaugeController === undefined ? [] : [gaugeController];
      const args = [gauge] as const;
      const [types, made] = await Promise.all([
        tryRead(
          controllers.map((address) => ({ address, abi: controllerAbi, functionName: "gauge_types", args }) as const),
        ),
        tryRead(
          gaugeFactories.map(
            (address) => ({ address, abi: factoryAbi, functionName: "isGaugeFromFactory", args }) as const,
          ),
        ),
      ]);
      return types[0] !== undefined || made.includes(true);
    }),
  );
  const fork = listed.indexOf(true);
  return fork < 0 ? undefined : fork;
}
