import { chains as everyChain } from "@portico/evm";
import { parseAddress } from "../../data/address.ts";
import { readTotalBalance } from "../../data/portfolio/readTotalBalance.ts";
import type { Operation } from "../../deps.ts";

/** POST /v2/user/total_balance: like GET /v1/user/total_balance, without some chains. */
export const postV2UserTotalBalance: Operation<"postV2UserTotalBalance"> = async ({ body, reply }, deps) => {
  const owner = parseAddress(body.id);
  const excluded = new Set(body.excluded_chain_ids);
  const chains = everyChain.map(({ slug }) => slug).filter((slug) => !excluded.has(slug));
  await deps.ownerFollowing.follow(owner, excluded.size === 0 ? undefined : chains);
  const { body: total, headers } = await readTotalBalance(deps, { owner, chains });
  return reply(200, total, headers);
};
