import { chains } from "@portico/evm";
import { listChainStates } from "@portico/store";
import { surveyChains } from "../../data/chains/chainSurvey.ts";
import { chainsHeader } from "../../data/chains/chainsHeader.ts";
import { cacheable } from "../../cacheable.ts";

/** GET /v1/protocol/all_list: of every served chain. */
export const getProtocolAllList = cacheable<"getProtocolAllList">(async ({ reply }, { db, protocols }) => {
  const states = await listChainStates(db);
  const slugs = chains.map(({ slug }) => slug);
  const served = new Set(states.map(({ chain }) => chain));
  const list = protocols.toListResponse(slugs.filter((slug) => served.has(slug)));
  return reply(200, list, chainsHeader(surveyChains(slugs, states)));
});
