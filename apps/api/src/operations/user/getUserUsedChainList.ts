import { chains } from "@portico/evm";
import { readOwnerUse } from "@portico/store";
import { parseAddress } from "../../data/address.ts";
import { requireAnySynced, surveyChains } from "../../data/chains/chainSurvey.ts";
import { chainsHeader } from "../../data/chains/chainsHeader.ts";
import { wireChain } from "../../data/chains/wireChain.ts";
import { keepable } from "../../keepable.ts";

const EVERY_CHAIN = chains.map(({ id }) => id);

/** GET /v1/user/used_chain_list: synced chains that the owner used, in the contract's order. */
export const getUserUsedChainList = keepable<"getUserUsedChainList">(
  async ({ query, reply }, { db, chainRpcs, sights }) => {
    const asked = { owner: parseAddress(query.id), chains: query.chain_ids ?? EVERY_CHAIN };
    const { reaches, used } = await sights.whenSighted(asked, () => readOwnerUse(db, asked.owner));
    const survey = requireAnySynced(surveyChains(asked.chains, reaches), reaches);
    const bornAt = new Map(used.map((row) => [row.chain, row.bornAt]));
    const list = survey.synced.flatMap(({ chain, since }) => {
      const firstLegAt = bornAt.get(chain.id);
      if (firstLegAt === undefined) return [];
      const wire = wireChain(chain, since, chainRpcs.find(chain.id) !== undefined);
      return [{ ...wire, born_at: since > 0n ? null : firstLegAt }]; // before `since` there may be more
    });
    return reply(200, list, chainsHeader(survey));
  },
);
