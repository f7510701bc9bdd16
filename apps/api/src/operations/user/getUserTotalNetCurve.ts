import { parseAddress } from "../../data/address.ts";
import { requireAnySynced, surveyChains } from "../../data/chains/chainSurvey.ts";
import { chainsHeader } from "../../data/chains/chainsHeader.ts";
import { readOwnerCurve, toCurveResponse } from "../../data/curves/ownerCurve.ts";
import { parsePastPoint } from "../../data/past/pastPoint.ts";
import type { Operation } from "../../deps.ts";

/** GET /v1/user/total_net_curve: its latest point equals total_balance of these chains. */
export const getUserTotalNetCurve: Operation<"getUserTotalNetCurve"> = async ({ query, reply }, deps) => {
  const { chain_ids: slugs, days } = query;
  const point = parsePastPoint(query, slugs);
  const read = await readOwnerCurve(deps, { owner: parseAddress(query.id), chains: slugs, point }, days);
  const survey = requireAnySynced(surveyChains(slugs, read.curve.syncStatuses), read.curve.syncStatuses);
  return reply(200, await toCurveResponse(deps, survey.synced, read), chainsHeader(survey, read.portfolio.chains));
};
