import { listChainStates, readProtocolHolders } from "@portico/store";
import { cacheable } from "../../cacheable.ts";
import { requireSynced } from "../../data/chains/chainSurvey.ts";
import { chainsHeader } from "../../data/chains/chainsHeader.ts";
import { ServiceError } from "../../errors.ts";

/** GET /v1/protocol/top_holders: as of the last read of its pools, which the header names. */
export const getProtocolTopHolders = cacheable<"getProtocolTopHolders">(async ({ query, reply }, { db, protocols }) => {
  const { id: protocolId, chain } = protocols.get(query.id);
  const states = await listChainStates(db);
  const synced = requireSynced(chain, states);
  if (states.some((state) => state.chain === chain && state.mode === "owners")) {
    const reason = `only requested owners are indexed on '${chain}'`;
    throw new ServiceError("upstream_error", `The depositors of this protocol are unknown, because ${reason}`);
  }
  const { start, limit } = query;
  const { holders, block } = await readProtocolHolders(db, { chain, protocolId, start, limit });
  const pairs = holders.map(({ owner, usdValue }): [string, number] => [owner, usdValue]);
  return reply(200, pairs, chainsHeader({ synced: [{ ...synced, ...block }] }));
});
