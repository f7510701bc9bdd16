/**
 * Writes `packages/evm/src/coins.json`: the tokens of each chain that represent the same coin. Reads them from packages
 * that are not dependencies of this repository, unpacked side by side:
 *
 *     mkdir facts && cd facts && npm pack @bgd-labs/aave-address-book@4.44.22 blockchain-addressbook@0.54.111 && \
 *       for file in *.tgz; do mkdir ${file%.tgz} && tar xzf $file -C ${file%.tgz} --strip-components=1; done
 *     node scripts/coinFacts.ts facts
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { chains } from "@portico/evm";
import { coinNames, type CoinName } from "./coinFacts/coinNames.ts";
import { formatJson } from "./formatJson.ts";

const { positionals } = parseArgs({ allowPositionals: true });
const folder = resolve(positionals[0] ?? "facts");
const target = join(import.meta.dirname, "../packages/evm/src/coins.json");

/** A token in an address book. */
interface Entry {
  chainId: number;
  key: string;
  address: string;
}
interface Market {
  CHAIN_ID: number;
  ASSETS?: Record<string, { UNDERLYING: string }>;
}
interface BeefyChain {
  tokens: Record<string, { chainId: number; address: string }>;
}

const find = (start: string): string => {
  const name = readdirSync(folder).find((entry) => entry.startsWith(start) && !entry.endsWith(".tgz"));
  if (name === undefined) throw new Error(`'${folder}' has no ${start}`);
  return join(folder, name);
};
const load = (path: string): Promise<unknown> => import(pathToFileURL(path).href);
const sourceOf = (path: string): string => {
  const { name, version } = JSON.parse(readFileSync(join(path, "package.json"), "utf8")) as Record<string, string>;
  return `${name} ${version}`;
};

const aaveFolder = find("bgd-labs-aave-address-book");
const markets = (await load(join(aaveFolder, "dist/AaveAddressBook.mjs"))) as Record<string, Market>;
const aaveEntries = Object.entries(markets).flatMap(([name, { CHAIN_ID, ASSETS }]): Entry[] =>
  /^AaveV[23]/.test(name)
    ? Object.entries(ASSETS ?? {}).map(([key, { UNDERLYING }]) => ({ chainId: CHAIN_ID, key, address: UNDERLYING }))
    : [],
);

const beefyFolder = find("blockchain-addressbook");
const beefyModule = (await load(join(beefyFolder, "build/address-book/index.js"))) as {
  default: { addressBook: Record<string, BeefyChain> };
};
const beefyEntries = Object.values(beefyModule.default.addressBook).flatMap(({ tokens }): Entry[] =>
  Object.entries(tokens).map(([key, { chainId, address }]) => ({ chainId, key, address })),
);

const BOOKS = [
  { source: sourceOf(aaveFolder), entries: aaveEntries, keysOf: ({ aave }: CoinName) => aave },
  { source: sourceOf(beefyFolder), entries: beefyEntries, keysOf: ({ beefy }: CoinName) => beefy },
];

const slugs = new Map(chains.map(({ slug, chainId }) => [chainId, slug]));
const order = new Map(chains.map(({ slug }, index) => [slug, index]));

function listTokens(coin: CoinName) {
  const sources = new Map<string, { chain: string; token: string; sources: Set<string> }>();
  for (const { source, entries, keysOf } of BOOKS) {
    const keys = new Set(keysOf(coin).split(" "));
    for (const { chainId, key, address } of entries) {
      const chain = slugs.get(chainId);
      if (chain === undefined || !keys.has(key)) continue;
      const token = address.toLowerCase();
      const known = sources.get(`${chain} ${token}`) ?? { chain, token, sources: new Set() };
      known.sources.add(source);
      sources.set(`${chain} ${token}`, known);
    }
  }
  return [...sources.values()]
    .toSorted((a, b) => order.get(a.chain)! - order.get(b.chain)! || (a.token < b.token ? -1 : 1))
    .map((row) => ({ ...row, sources: [...row.sources] }));
}

const rows = Object.entries(coinNames).map(([id, coin]) => ({ id, name: coin.name, tokens: listTokens(coin) }));
writeFileSync(target, formatJson(rows));
