import { parseAddress } from "../../data/address.ts";
import { requireSynced } from "../../data/chains/chainSurvey.ts";
import { chainsHeader } from "../../data/chains/chainsHeader.ts";
import { listUserNfts } from "../../data/nfts/nfts.ts";
import { parsePastPoint } from "../../data/past/pastPoint.ts";
import { readNftsAt } from "../../data/past/readNftsAt.ts";
import type { Operation } from "../../deps.ts";

/** GET /v1/user/nft_list: by contract and inner id. */
export const getUserNftList: Operation<"getUserNftList"> = async ({ query, reply }, deps) => {
  const owner = parseAddress(query.id);
  const nftQuery = { owner, chains: [query.chain_id], isVerifiedOnly: !query.is_all };
  const read = await readNftsAt(deps, nftQuery, parsePastPoint(query, nftQuery.chains));
  const synced = requireSynced(query.chain_id, read.syncStatuses);
  return reply(
    200,
    await listUserNfts({ ...deps, tokens: read.tokens }, synced, read),
    chainsHeader({ synced: [synced] }),
  );
};
