import type { Address } from "@portico/evm";
import type { ForkIdentity, ReadContext } from "../../adapter.ts";
import { factoryAbi, registryAbi } from "./spectraAbi.ts";
import { readSpectraTokens } from "./spectraTokens.ts";
import type { SpectraContracts, SpectraToken } from "./spectraTokens.ts";

type ForksContext = ReadContext<readonly SpectraContracts[]>;

/** PT that a factory's registry knows, their YT, and pools of them. */
export async function identifySpectra(
  context: ForksContext,
  candidates: readonly Address[],
): Promise<Map<Address, ForkIdentity>> {
  const registries = await readRegistries(context);
  const forkOf = new Map<Address, number>();
  const isOwnPt = async (pt: Address): Promise<boolean> => {
    const fork = await findFork(context, registries, pt);
    if (fork !== undefined) forkOf.set(pt, fork);
    return fork !== undefined;
  };
  const tokens = await readSpectraTokens(context, candidates, isOwnPt);
  return new Map(tokens.map(({ address, pt }) => [address, { fork: forkOf.get(pt) ?? 0, identity: "receipt" }]));
}

/** Of a factory. */
interface Registry {
  registry: Address;
  fork: number;
}

/** Those of PT that the registry knows: other contracts may name another PT than when they were identified. */
export async function readOwnTokens(
  context: ReadContext<SpectraContracts>,
  addresses: readonly Address[],
): Promise<SpectraToken[]> {
  const reading = readRegistries({ ...context, contracts: [context.contracts] });
  const isOwnPt = async (pt: Address) => (await findFork(context, await reading, pt)) !== undefined;
  const [tokens] = await Promise.all([readSpectraTokens(context, addresses, isOwnPt), reading]);
  return tokens;
}

/** The fork whose registry knows a PT. */
async function findFork(
  { tryRead }: Pick<ForksContext, "tryRead">,
  registries: readonly Registry[],
  pt: Address,
): Promise<number | undefined> {
  const known = await tryRead(
    registries.map(
      ({ registry }) => ({ address: registry, abi: registryAbi, functionName: "isRegisteredPT", args: [pt] }) as const,
    ),
  );
  return registries[known.indexOf(true)]?.fork;
}

async function readRegistries({ contracts, tryRead }: ForksContext): Promise<Registry[]> {
  const factories = contracts.flatMap((one, fork) => one.factories.map((address) => ({ address, fork })));
  const registries = await tryRead(
    factories.map(({ address }) => ({ address, abi: factoryAbi, functionName: "getRegistry" }) as const),
  );
  const found = factories.flatMap(({ fork }, index) => {
    const registry = registries[index];
    return registry === undefined ? [] : [{ registry, fork }];
  });
  return [...new Map(found.map((one) => [one.registry, one])).values()];
}
