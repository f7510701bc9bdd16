/**
 * Writes the deployments of Uniswap V3, Uniswap V4 and the forks of V3: `deployments.json` beside each adapter of
 * packages/protocols. Reads them from packages that are not dependencies of this repository, all MIT, unpacked side by
 * side:
 *
 *     mkdir facts && cd facts && npm pack @uniswap/sdk-core@7.19.4 @sushiswap/v3-sdk@1.0.12 \
 *       @pancakeswap/v3-sdk@3.10.2 \
 *       && for file in *.tgz; do mkdir ${file%.tgz} && tar xzf $file -C ${file%.tgz} --strip-components=1; done
 *     node scripts/protocolFacts/dexes.ts facts
 *
 * Factories are those of packages/evm's poolFactories.json, which scripts/priceFacts.ts writes.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { chains, listPoolFactories } from "@portico/evm";
import type { Address } from "@portico/evm";
import { formatJson } from "../formatJson.ts";

const { positionals } = parseArgs({ allowPositionals: true });
const folder = resolve(positionals[0] ?? "facts");
const target = join(import.meta.dirname, "../../packages/protocols/src");

type Table = Record<string, Record<string, Address>>;

interface Uniswap {
  NONFUNGIBLE_POSITION_MANAGER_ADDRESSES: Record<string, string>;
  CHAIN_TO_ADDRESSES_MAP: Record<string, Record<string, string | undefined>>;
}

/** The packages' source names of our chains; their other chains are not supported. */
const SUSHI_NAMES: Readonly<Record<string, string>> = {
  ARBITRUM: "arb",
  AVALANCHE: "avax",
  BASE: "base",
  BSC: "bsc",
  CORE: "core",
  ETHEREUM: "eth",
  GNOSIS: "xdai",
  LINEA: "linea",
  OPTIMISM: "op",
  POLYGON: "matic",
};
const PANCAKE_NAMES: Readonly<Record<string, string>> = {
  ARBITRUM_ONE: "arb",
  BASE: "base",
  BSC: "bsc",
  ETHEREUM: "eth",
  LINEA: "linea",
  MONAD_MAINNET: "monad",
  OPBNB: "opbnb",
  ZKSYNC: "era",
};

const find = (start: string): string => {
  const name = readdirSync(folder).find((entry) => entry.startsWith(start) && !entry.endsWith(".tgz"));
  if (name === undefined) throw new Error(`'${folder}' has no ${start}`);
  return join(folder, name);
};
const lower = (address: string): Address => address.toLowerCase() as Address;

/** The lines `[ChainId.NAME]: "0x…"`, or those with a constant's name, of one declaration. */
function readManagers(
  path: string,
  declaration: string,
  names: Readonly<Record<string, string>>,
): Map<string, Address> {
  const text = readFileSync(path, "utf8");
  const constants = new Map(
    [...text.matchAll(/var (\w+) = "(0x[0-9a-fA-F]{40})"/g)].map(([, name = "", at = ""]) => [name, at]),
  );
  const from = text.indexOf(`${declaration} = {`);
  const lines = text.slice(from, text.indexOf("};", from)).matchAll(/ChainId\.(\w+)\]: ['"]?(\w+)/g);
  const rows = [...lines].flatMap(([, name = "", value = ""]) => {
    const chain = names[name];
    return chain === undefined ? [] : [[chain, lower(constants.get(value) ?? value)] as const];
  });
  return new Map(rows);
}

/** Chains with both a factory and a manager. */
function combine(dex: string, managers: ReadonlyMap<string, Address>): Table {
  const rows = chains.flatMap(({ slug }) => {
    const factory = listPoolFactories(slug).find((row) => row.dex === dex && row.kind === "v3")?.factory;
    const positions = managers.get(slug);
    return factory === undefined || positions === undefined ? [] : [[slug, { factory, positions }] as const];
  });
  return Object.fromEntries(rows);
}

function write(adapter: string, table: Table): void {
  const sorted = Object.fromEntries(Object.entries(table).toSorted(([a], [b]) => a.localeCompare(b)));
  writeFileSync(join(target, adapter, "deployments.json"), formatJson(sorted));
  process.stdout.write(`${adapter}: ${Object.keys(sorted).length} chains\n`);
}

const sdk = join(find("uniswap-sdk-core"), "dist/cjs/src/addresses.js");
const uniswap = (await import(pathToFileURL(sdk).href)) as Uniswap;
const managers = chains.flatMap(({ slug, chainId }) => {
  const positions = uniswap.NONFUNGIBLE_POSITION_MANAGER_ADDRESSES[chainId];
  return positions === undefined ? [] : [[slug, lower(positions)] as const];
});
write("uniswap3", combine("uniswap", new Map(managers)));

const sushi = join(find("sushiswap-v3-sdk"), "dist/constants.js");
write("sushiswap3", combine("sushiswap", readManagers(sushi, "SUSHISWAP_V3_POSTIION_MANAGER", SUSHI_NAMES)));

const pancake = join(find("pancakeswap-v3-sdk"), "dist/index.mjs");
write("pancakeswap3", combine("pancakeswap", readManagers(pancake, "NFT_POSITION_MANAGER_ADDRESSES", PANCAKE_NAMES)));

const v4 = chains.flatMap(({ slug, chainId }) => {
  const { v4PoolManagerAddress, v4PositionManagerAddress, v4StateView } = uniswap.CHAIN_TO_ADDRESSES_MAP[chainId] ?? {};
  if (v4PoolManagerAddress === undefined || v4PositionManagerAddress === undefined || v4StateView === undefined)
    return [];
  const contracts = {
    manager: lower(v4PoolManagerAddress),
    positions: lower(v4PositionManagerAddress),
    view: lower(v4StateView),
  };
  return [[slug, contracts] as const];
});
write("uniswap4", Object.fromEntries(v4));
