import { listChainStates } from "@portico/store";
import { requireServed, surveyChains } from "../../data/chains/chainSurvey.ts";
import { chainsHeader } from "../../data/chains/chainsHeader.ts";
import { listWireProtocols } from "../../data/protocols/listWireProtocols.ts";
import { keepable } from "../../keepable.ts";

/** GET /v1/protocol/list */
export const getProtocolList = keepable<"getProtocolList">(async ({ query, reply }, { db, protocols }) => {
  const states = await listChainStates(db);
  const { id } = requireServed(query.chain_id, states);
  return reply(200, listWireProtocols(protocols, [id]), chainsHeader(surveyChains([id], states)));
});
