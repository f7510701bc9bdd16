import { ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { ForkIdentity, ReadContext } from "../../adapter.ts";
import { toLower } from "../../toLower.ts";
import { listControllers } from "./curveControllers.ts";
import type { CurveContracts } from "./curveContracts.ts";
import { readClaim } from "./curvePool.ts";
import type { Claim } from "./curvePool.ts";
import { findRegistered } from "./curveRegistry.ts";

const controllerAbi = parseAbi(["function gauge_types(address gauge) view returns (int128)"]);
const gaugeFactoryAbi = parseAbi(["function is_valid_gauge(address gauge) view returns (bool)"]);
const poolFactoryAbi = parseAbi(["function get_gauge(address pool) view returns (address)"]);

type Forks = ReadContext<readonly CurveContracts[]>;

/**
 * Tokens of pools that a registry has, gauges that the gauge controller or a factory lists, and controllers of the
 * factories.
 */
export async function identifyCurve(
  context: Forks,
  candidates: readonly Address[],
): Promise<Map<Address, ForkIdentity>> {
  const claims = await Promise.all(candidates.map((address) => readClaim(context, address)));
  const claimed = candidates.flatMap((address, index) => {
    const claim = claims[index];
    return claim === undefined ? [] : [[address, claim] as const];
  });
  const found = await Promise.all(
    context.contracts.map(async (contracts, fork): Promise<[Address, ForkIdentity][]> => {
      const reads = { ...context, contracts };
      const [own, controllers] = await Promise.all([findOwn(reads, claimed), listControllers(reads)]);
      const places = controllers.filter((address) => candidates.includes(address));
      return [
        ...own.map((address): [Address, ForkIdentity] => [address, { fork, identity: "receipt" }]),
        ...places.map((address): [Address, ForkIdentity] => [address, { fork, identity: "place" }]),
      ];
    }),
  );
  return new Map(found.flat().toReversed()); // the first fork's, if several list one
}

async function findOwn(
  context: ReadContext<CurveContracts>,
  claimed: readonly (readonly [Address, Claim])[],
): Promise<Address[]> {
  const shares = claimed.flatMap(([token, claim]) => ("pool" in claim ? [{ token, pool: claim.pool }] : []));
  const gauges = claimed.flatMap(([address, claim]) =>
    "gaugeOf" in claim ? [{ address, lpToken: claim.gaugeOf }] : [],
  );
  const [registered, listed] = await Promise.all([
    findRegistered(context, shares),
    Promise.all(gauges.map((gauge) => isListed(context, gauge))),
  ]);
  return [
    ...registered.map(({ token }) => token),
    ...gauges.flatMap(({ address }, index) => (listed[index] ? [address] : [])),
  ];
}

/** Factories list the gauge of a pool that is its own LP token; the controller and gauge factories list all. */
async function isListed(
  { contracts, tryRead }: ReadContext<CurveContracts>,
  { address, lpToken }: { address: Address; lpToken: Address },
): Promise<boolean> {
  const { gaugeController, gaugeFactories, registries } = contracts;
  const [[type], valid, named] = await Promise.all([
    tryRead(
      [gaugeController ?? []]
        .flat()
        .map((at) => ({ address: at, abi: controllerAbi, functionName: "gauge_types", args: [address] }) as const),
    ),
    tryRead(
      gaugeFactories.map(
        (at) => ({ address: at, abi: gaugeFactoryAbi, functionName: "is_valid_gauge", args: [address] }) as const,
      ),
    ),
    tryRead(
      registries.map(
        (at) => ({ address: at, abi: poolFactoryAbi, functionName: "get_gauge", args: [lpToken] }) as const,
      ),
    ),
  ]);
  return (
    type !== undefined || valid.includes(true) || named.some((gauge) => toLower(gauge ?? ZERO_ADDRESS) === address)
  );
}
