import type { Address } from "@portico/evm";
import type { ForkIdentity, PoolContext } from "../../adapter.ts";
import { defineFamily } from "../../family.ts";
import type { PoolState } from "../../position.ts";
import { ReadError, unlessUnread } from "../../reader.ts";
import { toLower } from "../../toLower.ts";
import { toCovered } from "../cover.ts";
import { readSiloPositions } from "./siloPositions.ts";
import {
  COLLATERAL,
  configAbi,
  DEBT,
  factoryAbi,
  PROTECTED,
  readConfigs,
  readSiloCovers,
  readSilos,
  siloAbi,
  toConversion,
  toCoveredDeposits,
} from "./siloReads.ts";
import type { Silo, SiloContracts, SiloCover } from "./siloReads.ts";
import { forksByAddress } from "../forksByAddress.ts";

/** Markets of two assets: deposits, protected deposits and debts of each are share tokens. From its second version on. */
export const siloFamily = defineFamily<SiloContracts>({
  name: "silo",
  roles: { factory: "required", market: "optional" },
  perAddress: "factory",
  toContracts: ({ factory = [], market }) => ({ factory: factory[0]!, markets: market }),

  /** A share token names its silo, which names its factory; the factory and the silo's market must name them. */
  async identifyForks({ contracts, tryRead }, candidates) {
    const forks = forksByAddress(contracts.map(({ factory }) => [toLower(factory)]));
    const silos = await tryRead(
      candidates.map((address) => ({ address, abi: siloAbi, functionName: "silo" }) as const),
    );
    const claims = candidates.flatMap((address, index) => {
      const silo = silos[index];
      return silo === undefined ? [] : [{ address, silo: toLower(silo) }];
    });
    const [factories, configs] = await Promise.all([
      tryRead(claims.map(({ silo }) => ({ address: silo, abi: siloAbi, functionName: "factory" }) as const)),
      tryRead(claims.map(({ silo }) => ({ address: silo, abi: siloAbi, functionName: "config" }) as const)),
    ]);
    const known = claims.flatMap((claim, index) => {
      const [factory, config] = [factories[index], configs[index]];
      const fork = factory === undefined ? undefined : forks.get(toLower(factory));
      return fork === undefined || factory === undefined || config === undefined
        ? []
        : [{ ...claim, fork, factory, config }];
    });
    const [areSilos, tokens] = await Promise.all([
      tryRead(
        known.map(
          ({ factory, silo }) => ({ address: factory, abi: factoryAbi, functionName: "isSilo", args: [silo] }) as const,
        ),
      ),
      tryRead(
        known.map(
          ({ config, silo }) =>
            ({ address: config, abi: configAbi, functionName: "getShareTokens", args: [silo] }) as const,
        ),
      ),
    ]);
    return new Map(
      known.flatMap(({ address, fork }, index): [Address, ForkIdentity][] => {
        const isNamed = tokens[index]?.some((token) => toLower(token) === toLower(address)) === true;
        return areSilos[index] === true && isNamed ? [[address, { fork, identity: "receipt" }]] : [];
      }),
    );
  },

  listPositions: readSiloPositions,

  /** @throws ReadError for a debt, and for a token without a market. */
  async unwrap(context, { token, rawAmount }) {
    const [config] = await readConfigs(context, [token]);
    if (config === undefined) throw new ReadError(`${token} names no market`);
    const silos = await readSilos(context, config);
    const silo = silos.find(({ tokens }) => tokens.includes(token));
    const kind = silo?.tokens.indexOf(token);
    if (silo === undefined || kind === undefined || kind === DEBT) throw new ReadError(`${token} is no deposit`);
    const [[assets], covers] = await Promise.all([
      context.read([toConversion(silo.address, rawAmount, kind)]),
      readSiloCovers(context, config, silos),
    ]);
    return [{ token: silo.asset, rawAmount: toCovered(assets, covers.get(silo.address)?.[kind]) }];
  },

  async listPools(context: PoolContext<SiloContracts>) {
    const configs = await readConfigs(context, context.known);
    const markets = await Promise.all(configs.map((config) => unlessUnread(listMarketPools(context, config), [])));
    const known = new Set(context.known);
    return markets.flat().filter(({ depositors }) => depositors?.by === "receipt" && known.has(depositors.token));
  },

  async check({ contracts, tryRead }) {
    const [next] = await tryRead([{ address: contracts.factory, abi: factoryAbi, functionName: "getNextSiloId" }]);
    return next === undefined ? "factory does not respond to getNextSiloId()" : undefined;
  },
});

async function listMarketPools(context: PoolContext<SiloContracts>, config: Address): Promise<PoolState[]> {
  const silos = await readSilos(context, config);
  const covers = await readSiloCovers(context, config, silos);
  const pools = await Promise.all(
    silos.map((silo) => listSiloPools(context, { config, silo, cover: covers.get(silo.address) })),
  );
  return pools.flat();
}

interface SiloPool {
  config: Address;
  silo: Silo;
  cover: SiloCover | undefined;
}

/** The silo's collateral and its protected deposits. */
async function listSiloPools(
  { read }: PoolContext<SiloContracts>,
  { config, silo: { address, asset, tokens }, cover }: SiloPool,
): Promise<PoolState[]> {
  const kinds = [PROTECTED, COLLATERAL] as const;
  const totals = await read(
    kinds.map((kind) => ({ address: tokens[kind], abi: siloAbi, functionName: "totalSupply" }) as const),
  );
  const amounts = await read(
    kinds.map(
      (kind) => ({ address, abi: siloAbi, functionName: "convertToAssets", args: [totals[kind]!, kind] }) as const,
    ),
  );
  const covered = toCoveredDeposits(amounts, cover);
  return kinds.map((kind) => ({
    pool: { controller: config, index: tokens[kind] },
    name: "Lending",
    contracts: [config, address, ...tokens],
    supplies: [{ token: asset, rawAmount: covered[kind] }],
    rawShares: totals[kind]!,
    depositors: { by: "receipt", token: tokens[kind] },
  }));
}
