import { listPricesAt, type Store } from "@portico/store";
import type { TokenTable } from "../tokens/tokenTable.ts";
import type { PastBlocks } from "./findPastBlocks.ts";

/** The tokens with the prices of their chain's past block; `find` has the current ones. */
export const createPastTokens = (db: Store, tokens: TokenTable, blocks: PastBlocks): TokenTable => ({
  ...tokens,
  resolve: async (chain, addresses) => {
    const block = blocks.get(chain.slug);
    if (block === undefined) return await tokens.resolve(chain, addresses);
    const [entries, prices] = await Promise.all([
      tokens.resolve(chain, addresses),
      listPricesAt(db, chain.slug, addresses, block.timeAt),
    ]);
    return entries.map((entry, index) => entry.withPrice(prices[index]));
  },
});
