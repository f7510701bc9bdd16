import { parseAddress } from "../../data/address.ts";
import { requireSynced } from "../../data/chains/chainSurvey.ts";
import { chainsHeader } from "../../data/chains/chainsHeader.ts";
import { readOwnerCurve, toCurveResponse } from "../../data/curves/ownerCurve.ts";
import { parsePastPoint } from "../../data/past/pastPoint.ts";
import type { Operation } from "../../deps.ts";

/** GET /v1/user/chain_net_curve: its latest point equals chain_balance. */
export const getUserChainNetCurve: Operation<"getUserChainNetCurve"> = async ({ query, reply }, deps) => {
  const { chain_id: slug, days } = query;
  const point = parsePastPoint(query, [slug]);
  const read = await readOwnerCurve(deps, { owner: parseAddress(query.id), chains: [slug], point }, days);
  const synced = [requireSynced(slug, read.curve.syncStatuses)];
  return reply(200, await toCurveResponse(deps, synced, read), chainsHeader({ synced }, read.portfolio.chains));
};
