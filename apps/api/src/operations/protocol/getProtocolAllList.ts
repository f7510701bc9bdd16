import { chains } from "@portico/evm";
import { listChainStates } from "@portico/store";
import { surveyChains } from "../../data/chains/chainSurvey.ts";
import { chainsHeader } from "../../data/chains/chainsHeader.ts";
import { listWireProtocols } from "../../data/protocols/listWireProtocols.ts";
import { keepable } from "../../keepable.ts";

/** GET /v1/protocol/all_list: of every served chain. */
export const getProtocolAllList = keepable<"getProtocolAllList">(async ({ reply }, { db, protocols }) => {
  const states = await listChainStates(db);
  const slugs = chains.map(({ id }) => id);
  const served = new Set(states.map(({ chain }) => chain));
  const list = listWireProtocols(
    protocols,
    slugs.filter((slug) => served.has(slug)),
  );
  return reply(200, list, chainsHeader(surveyChains(slugs, states)));
});
