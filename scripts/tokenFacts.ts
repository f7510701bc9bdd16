/**
 * Writes `apps/indexer/src/tokenLists/tokenTable.json`: the tokens of lists in packages that are not dependencies of
 * this repository, unpacked side by side:
 *
 *     mkdir facts && cd facts && npm pack @eth-optimism/tokenlist@10.0.1757 @metamask/contract-metadata@2.5.0 \
 *       @beefyfinance/blockchain-addressbook@0.59.18 @bitgo/statics@59.16.0 @superfluid-finance/tokenlist@5.38.0 \
 *       @hyperlane-xyz/registry@23.11.0 @yodlpay/tokenlists@0.8.40 && \
 *       for file in *.tgz; do mkdir ${file%.tgz} && tar xzf $file -C ${file%.tgz} --strip-components=1; done
 *     node scripts/tokenFacts.ts facts
 */
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { chains } from "@portico/evm";
import { formatJson } from "./formatJson.ts";
import { mergeLists } from "./tokenFacts/mergeLists.ts";
import { readLists } from "./tokenFacts/readLists.ts";

const { positionals } = parseArgs({ allowPositionals: true });
const folder = resolve(positionals[0] ?? "facts");
const target = join(import.meta.dirname, "../apps/indexer/src/tokenLists/tokenTable.json");

const lists = await readLists(folder);
const merged = mergeLists(lists.map(({ entries }) => entries));
const tokens = Object.fromEntries(
  chains.flatMap(({ slug, chainId }) => {
    const rows = merged.get(chainId) ?? [];
    return rows.length === 0 ? [] : [[slug, rows] as const];
  }),
);
const sources = lists.map(({ source, licence }) => ({ source, licence }));
writeFileSync(target, formatJson({ lists: sources, tokens }, { depth: 3 }));
