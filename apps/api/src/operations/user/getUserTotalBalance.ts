import { chains } from "@portico/evm";
import { readOwner } from "@portico/store";
import { parseAddress } from "../../data/address.ts";
import { surveyChains } from "../../data/chainSurvey.ts";
import { chainsHeader } from "../../data/chainsHeader.ts";
import { listHoldings, sumUsdValue } from "../../data/holdings.ts";
import { wireChain } from "../../data/wireChain.ts";
import { keepable } from "../../keepable.ts";

const EVERY_CHAIN = chains.map(({ id }) => id);

/** GET /v1/user/total_balance: the sum of what chain_balance says of each synced chain; the others are named. */
export const getUserTotalBalance = keepable<"getUserTotalBalance">(async ({ query, reply }, { db, tokens, sights }) => {
  const asked = { owner: parseAddress(query.id), chains: EVERY_CHAIN };
  const read = await sights.whenSighted(asked, () => readOwner(db, asked));
  const survey = surveyChains(EVERY_CHAIN, read.reaches);
  const chainList = await Promise.all(
    survey.synced.map(async (synced) => ({
      ...wireChain(synced.chain, synced.since),
      usd_value: sumUsdValue(await listHoldings(tokens, synced, read)),
    })),
  );
  const missing = [...survey.syncing, ...survey.unread];
  const body = {
    total_usd_value: chainList.reduce((sum, { usd_value }) => sum + usd_value, 0),
    chain_list: chainList,
    ...(missing.length > 0 && { err_chain_ids: missing.map(({ id }) => id) }),
  };
  return reply(200, body, chainsHeader(survey));
});
