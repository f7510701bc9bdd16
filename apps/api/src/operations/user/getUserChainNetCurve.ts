import { parseAddress } from "../../data/address.ts";
import { requireSynced } from "../../data/chainSurvey.ts";
import { chainsHeader } from "../../data/chainsHeader.ts";
import { readOwnerCurve, wireCurve } from "../../data/ownerCurve.ts";
import type { Operation } from "../../deps.ts";

/** GET /v1/user/chain_net_curve: its newest point is what chain_balance says. */
export const getUserChainNetCurve: Operation<"getUserChainNetCurve"> = async (
  { query, reply },
  { db, tokens, sights },
) => {
  const { chain_id: slug, days } = query;
  const asked = { owner: parseAddress(query.id), chains: [slug] };
  const read = await sights.whenSighted(asked, () => readOwnerCurve(db, asked, days));
  const synced = [requireSynced(slug, read.reaches)];
  return reply(200, await wireCurve(tokens, synced, read, days), chainsHeader({ synced }));
};
