/**
 * Writes the tables of price sources in packages/evm: `chainlinkFeeds.json`, `poolFactories.json`, `aaveTokens.json`.
 * Reads them from packages that are not dependencies of this repository, unpacked side by side:
 *
 *     mkdir facts && cd facts && npm pack @bgd-labs/aave-address-book@4.44.22 @uniswap/sdk-core@7.19.4 \
 *       @pancakeswap/v2-sdk@1.2.2 && for file in *.tgz; do mkdir ${file%.tgz} \
 *       && tar xzf $file -C ${file%.tgz} --strip-components=1; done
 *     node scripts/priceFacts.ts facts
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { chains, NATIVE_TOKEN } from "@portico/evm";
import type { Address } from "@portico/evm";
import { ethereumTokens, feedsOfAssets, nativeFeeds } from "./priceFacts/feedNames.ts";
import { listFactories } from "./priceFacts/factories.ts";
import { formatJson } from "./formatJson.ts";

const { positionals } = parseArgs({ allowPositionals: true });
const folder = resolve(positionals[0] ?? "facts");
const target = join(import.meta.dirname, "../packages/evm/src");

interface Market {
  CHAIN_ID: number;
  POOL: string;
  ASSETS?: Record<string, { UNDERLYING: string; A_TOKEN: string }>;
}
type AddressBook = Record<string, Market | Record<string, unknown>>;

const find = (start: string): string => {
  const name = readdirSync(folder).find((entry) => entry.startsWith(start) && !entry.endsWith(".tgz"));
  if (name === undefined) throw new Error(`'${folder}' has no ${start}`);
  return join(folder, name);
};
const load = (path: string): Promise<unknown> => import(pathToFileURL(path).href);
const lower = (address: string): Address => address.toLowerCase() as Address;
const slugs = new Map(chains.map(({ slug, chainId }) => [chainId, slug]));
const write = (name: string, rows: unknown): void => writeFileSync(join(target, name), formatJson(rows));

const book = (await load(join(find("bgd-labs-aave-address-book"), "dist/AaveAddressBook.mjs"))) as AddressBook;
const markets = Object.entries(book).filter(
  (entry): entry is [string, Market] => /^AaveV[23]/.test(entry[0]) && "ASSETS" in entry[1],
);

const tokens = markets.flatMap(([market, { CHAIN_ID, POOL, ASSETS }]) =>
  Object.values(ASSETS ?? {}).flatMap(({ A_TOKEN, UNDERLYING }) => {
    const chain = slugs.get(CHAIN_ID);
    return chain === undefined
      ? []
      : [{ chain, market, pool: lower(POOL), token: lower(A_TOKEN), underlying: lower(UNDERLYING) }];
  }),
);
write("aaveTokens.json", tokens);

const feeds: Record<string, Record<Address, { feed: Address; description: string; isPeg: boolean }>> = {};
for (const [name, library] of Object.entries(book)) {
  const chain = name.startsWith("Chainlink") ? slugs.get(Number(library["CHAIN_ID" as never])) : undefined;
  if (chain === undefined) continue;
  const proxies = new Map(Object.entries(library as Record<string, string>));
  const ofChain: (typeof feeds)[string] = (feeds[chain] ??= {});
  const add = (token: Address, base: string, isPeg: boolean): void => {
    const proxy = proxies.get(`${base}__USD`);
    if (proxy === undefined) return;
    ofChain[token] ??= { feed: lower(proxy), description: `${base} / USD`, isPeg };
  };
  const native = nativeFeeds[chain];
  if (native !== undefined) add(NATIVE_TOKEN, native.base, native.isPeg);
  if (chain === "eth") for (const [base, token] of Object.entries(ethereumTokens)) add(token, base, false);
  for (const [market, { CHAIN_ID, ASSETS }] of markets) {
    if (slugs.get(CHAIN_ID) !== chain || !market.startsWith("AaveV3")) continue;
    for (const [asset, { UNDERLYING }] of Object.entries(ASSETS ?? {})) {
      const known = feedsOfAssets(chain, asset);
      if (known !== undefined) add(lower(UNDERLYING), known.base, known.isPeg);
    }
  }
}
write("chainlinkFeeds.json", feeds);

const uniswap = (await load(join(find("uniswap-sdk-core"), "dist/cjs/src/addresses.js"))) as {
  V2_FACTORY_ADDRESSES: Record<string, string>;
  V3_CORE_FACTORY_ADDRESSES: Record<string, string>;
};
const pancakeText = readFileSync(join(find("pancakeswap-v2-sdk"), "dist/constants.d.ts"), "utf8");
write("poolFactories.json", listFactories(slugs, uniswap, pancakeText));
