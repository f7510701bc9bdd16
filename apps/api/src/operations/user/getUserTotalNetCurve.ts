import { parseAddress } from "../../data/address.ts";
import { surveyChains } from "../../data/chainSurvey.ts";
import { chainsHeader } from "../../data/chainsHeader.ts";
import { readOwnerCurve, wireCurve } from "../../data/ownerCurve.ts";
import type { Operation } from "../../deps.ts";

/** GET /v1/user/total_net_curve: its newest point is what total_balance says of these chains. */
export const getUserTotalNetCurve: Operation<"getUserTotalNetCurve"> = async (
  { query, reply },
  { db, tokens, sights },
) => {
  const { chain_ids: slugs, days } = query;
  const asked = { owner: parseAddress(query.id), chains: slugs };
  const read = await sights.whenSighted(asked, () => readOwnerCurve(db, asked, days));
  const survey = surveyChains(slugs, read.reaches);
  return reply(200, await wireCurve(tokens, survey.synced, read, days), chainsHeader(survey));
};
