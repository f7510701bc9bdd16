import { chains as everyChain } from "@portico/evm";
import { cacheable } from "../../cacheable.ts";
import { parseAddress } from "../../data/address.ts";
import { parsePastPoint } from "../../data/past/pastPoint.ts";
import { readTotalBalance } from "../../data/portfolio/readTotalBalance.ts";

const EVERY_CHAIN = everyChain.map(({ slug }) => slug);

/** GET /v1/user/total_balance: the sum of chain_balance over the synced chains; the others are named. */
export const getUserTotalBalance = cacheable<"getUserTotalBalance">(async ({ query, reply }, deps) => {
  const ownerQuery = { owner: parseAddress(query.id), chains: query.chain_ids ?? EVERY_CHAIN };
  const point = parsePastPoint(query, ownerQuery.chains);
  const { body, headers } = await readTotalBalance(deps, { ...ownerQuery, point });
  return reply(200, body, headers);
});
