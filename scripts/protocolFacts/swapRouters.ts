import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chains } from "@portico/evm";
import type { RouterClaim } from "./routerClaim.ts";

const SWAP_ROUTER = "0xe592427a0aece92de3edee1f18e0157c05861564";
/**
 * Chains whose V3 contracts were deployed by the first deployer in mainnet's order, so that its routers have the same
 * addresses.
 */
const FIRST_FACTORY = "0x1f98431c8ad98523631ae4a59f267346ea31f984";

const slugs = new Map(chains.map(({ slug, chainId }) => [chainId, slug]));

interface UniswapAddresses {
  v3CoreFactoryAddress: string;
  v3MigratorAddress?: string;
  swapRouter02Address?: string;
}

interface Uniswap {
  V2_ROUTER_ADDRESSES: Record<string, string>;
  CHAIN_TO_ADDRESSES_MAP: Record<string, UniswapAddresses>;
  SWAP_ROUTER_02_ADDRESSES: (chainId: number) => string;
}

const claim = (protocols: readonly string[], chainId: number, address: string | undefined): RouterClaim[] => {
  const chain = slugs.get(chainId);
  return chain === undefined || address === undefined ? [] : [{ protocols, chain, address }];
};

export async function uniswapRouters(folder: string): Promise<RouterClaim[]> {
  const file = join(folder, "uniswap-sdk-core-7.19.4/dist/cjs/src/addresses.js");
  const uniswap = (await import(pathToFileURL(file).href)) as Uniswap;
  const v2 = Object.entries(uniswap.V2_ROUTER_ADDRESSES).flatMap(([chainId, router]) =>
    claim(["uniswap2"], Number(chainId), router),
  );
  const v3 = Object.entries(uniswap.CHAIN_TO_ADDRESSES_MAP).flatMap(([key, row]) => {
    const chainId = Number(key);
    const isFirst = row.v3CoreFactoryAddress.toLowerCase() === FIRST_FACTORY;
    // for a chain missing from its table, the package returns mainnet's router
    const second = isFirst ? uniswap.SWAP_ROUTER_02_ADDRESSES(chainId) : row.swapRouter02Address;
    const addresses = [isFirst ? SWAP_ROUTER : undefined, second, row.v3MigratorAddress];
    return addresses.flatMap((address) => claim(["uniswap3"], chainId, address));
  });
  return [...v2, ...v3, ...listUniversalRouters(folder)];
}

/** Version 1 doesn't support V4; a router on a chain without V4 is used for V3. */
function listUniversalRouters(folder: string): RouterClaim[] {
  const read = (path: string): string => readFileSync(join(folder, path), "utf8");
  const old = read("uniswap-universal-router-sdk-2.2.0/dist/universal-router-sdk.cjs.development.js");
  const first = [...old.matchAll(/_CHAIN_CONFIGS\[(\d+)\] = \{\s*router: '(0x\w{40})'/g)].flatMap(
    ([, chainId, router]) => claim(["uniswap3"], Number(chainId), router),
  );
  const text = read("uniswap-universal-router-sdk-5.13.0/dist/cjs/src/utils/constants.js");
  const proxy = /SWAP_PROXY_DEPLOY_ADDRESS = '(0x\w{40})'/.exec(text)?.[1];
  const rows = text.split(/^ {4}\[(\d+)\]: \{/m).slice(1); // alternating: number, row
  const later = rows.flatMap((row, index) => {
    const chainId = Number(rows[index - 1]);
    if (index % 2 === 0) return [];
    const routers = [...row.matchAll(/Version\.(V\w+)\]: \{\s*address: '(0x\w{40})'/g)];
    const own = /swapProxy: (?:'(0x\w{40})'|SWAP_PROXY_DEPLOY_ADDRESS)/.exec(row);
    return [
      ...routers.flatMap(([, version = "", router]) =>
        claim(version.startsWith("V1") ? ["uniswap3"] : ["uniswap4", "uniswap3"], chainId, router),
      ),
      ...claim(["uniswap4", "uniswap3"], chainId, own === null ? undefined : (own[1] ?? proxy)),
    ];
  });
  return [...first, ...later];
}

interface Platform {
  router: string;
  oldRouter?: string;
}

/** Routers missing from the projects' own packages. */
export async function addressBookRouters(folder: string): Promise<RouterClaim[]> {
  const load = async (path: string): Promise<Record<string, Platform>> => {
    const file = join(folder, "blockchain-addressbook-0.54.111/build/address-book", path);
    return (await import(pathToFileURL(file).href)) as Record<string, Platform>;
  };
  const [bsc, matic, celo] = [
    (await load("bsc/platforms/pancake.js"))["pancake"],
    (await load("polygon/platforms/quickswap.js"))["quickswap"],
    (await load("celo/platforms/sushiCelo.js"))["sushiCelo"],
  ];
  return [
    ...claim(["pancakeswap"], 56, bsc?.router),
    ...claim(["pancakeswap"], 56, bsc?.oldRouter),
    ...claim(["quickswap"], 137, matic?.router),
    ...claim(["sushiswap"], 42_220, celo?.router),
  ];
}

/** The package's names of the chains that an adapter of ours supports. */
const SUSHI_NAMES: Readonly<Record<string, string>> = {
  ARBITRUM: "arb",
  AVALANCHE: "avax",
  BASE: "base",
  BSC: "bsc",
  CELO: "celo",
  CORE: "core",
  ETHEREUM: "eth",
  GNOSIS: "xdai",
  LINEA: "linea",
  OPTIMISM: "op",
  POLYGON: "matic",
};

/** Its V2 router, the aggregator that users approve, and the aggregator's predecessors. */
export function sushiRouters(folder: string): RouterClaim[] {
  const features = [
    ["sushi-7.3.15", "sushiswap-v2", "SUSHISWAP_V2_ROUTER_ADDRESS"],
    ["sushi-7.3.15", "red-snwapper", "RED_SNWAPPER_ADDRESS"],
    ["sushi-6.2.1", "route-processor", "ROUTE_PROCESSOR_6_ADDRESS"],
    ["sushi-6.2.1", "route-processor", "ROUTE_PROCESSOR_7_ADDRESS"],
    ["sushi-6.2.1", "route-processor", "ROUTE_PROCESSOR_8_ADDRESS"],
    ["sushi-6.2.1", "route-processor", "ROUTE_PROCESSOR_9_ADDRESS"],
  ] as const;
  return features.flatMap(([version, feature, name]) => {
    const text = readFileSync(join(folder, version, `_esm/evm/config/features/${feature}.js`), "utf8");
    const from = text.indexOf(`${name} = {`);
    const rows = text.slice(from, text.indexOf("};", from)).matchAll(/EvmChainId\.(\w+)\]: '(0x\w{40})'/g);
    return [...rows].flatMap(([, key = "", address = ""]) => {
      const chain = SUSHI_NAMES[key];
      return chain === undefined ? [] : [{ protocols: ["sushiswap", "sushiswap3"], chain, address }];
    });
  });
}
