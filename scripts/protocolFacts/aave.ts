/**
 * Writes the markets of Aave: `aave2/markets.json` and `aave3/markets.json` of packages/protocols, by chain. Reads them
 * from a package that is not a dependency of this repository, unpacked:
 *
 *     mkdir facts && cd facts && npm pack @bgd-labs/aave-address-book@4.44.22 && mkdir book \
 *       && tar xzf *.tgz -C book --strip-components=1
 *     node scripts/protocolFacts/aave.ts facts/book
 */
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { chains } from "@portico/evm";
import { formatJson } from "../formatJson.ts";

interface Market {
  CHAIN_ID: number;
  POOL: string;
  DEFAULT_INCENTIVES_CONTROLLER?: string;
  WETH_GATEWAY?: string;
}

const { positionals } = parseArgs({ allowPositionals: true });
const file = join(resolve(positionals[0] ?? "facts/book"), "dist/AaveAddressBook.mjs");
const book = (await import(pathToFileURL(file).href)) as Record<string, Partial<Market>>;
const target = join(import.meta.dirname, "../../packages/protocols/src");
const slugs = new Map(chains.map(({ slug, chainId }) => [chainId, slug]));
const lower = (address: string | undefined): string | undefined => address?.toLowerCase();

function listMarkets(start: string, isOurs: (name: string) => boolean): Record<string, unknown[]> {
  const byChain: Record<string, unknown[]> = {};
  for (const [name, market] of Object.entries(book)) {
    const chain = slugs.get(market.CHAIN_ID ?? 0);
    if (!name.startsWith(start) || market.POOL === undefined || chain === undefined || !isOurs(name)) continue;
    const row = { name, pool: lower(market.POOL), incentives: lower(market.DEFAULT_INCENTIVES_CONTROLLER) };
    (byChain[chain] ??= []).push({ ...row, gateway: lower(market.WETH_GATEWAY) });
  }
  return byChain;
}

/** Markets that third parties run under their own brand. */
const isWhitelabel = (name: string): boolean => name.endsWith("Whitelabel");
const write = (name: string, markets: Record<string, unknown[]>): void =>
  writeFileSync(join(target, name), formatJson(markets));

write(
  "aave2/markets.json",
  listMarkets("AaveV2", () => true),
);
write(
  "aave3/markets.json",
  listMarkets("AaveV3", (name) => !isWhitelabel(name)),
);
write(
  "tydro/markets.json",
  listMarkets("AaveV3", (name) => name.startsWith("AaveV3Ink")),
);
