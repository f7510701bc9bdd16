import type { CloudContract } from "@portico/contract";
import { listCatalogueContracts } from "@portico/store";
import { parseContractId, readCatalogueQuery, toPage } from "../../data/catalogue.ts";
import { readContractProtocols } from "../../data/protocols/contractProtocol.ts";
import { cacheable } from "../../cacheable.ts";

/** GET /cloud/contract. There is no source of verified contracts. */
export const getCloudContract = cacheable<"getCloudContract">(async ({ query, reply }, deps) => {
  const question = await readCatalogueQuery(deps.db, query);
  const known = await listCatalogueContracts(deps.db, toPage(question, parseContractId));
  const found: CloudContract[] = [];
  for (const [chain, contracts] of Map.groupBy(known, (one) => one.chain)) {
    const addresses = contracts.map(({ address }) => address);
    const findProtocol = await readContractProtocols(deps, chain, addresses);
    found.push(
      ...contracts.map(({ address, name, isToken, timeAt }) => ({
        id: address,
        chain,
        name,
        protocol: findProtocol(address),
        is_token: isToken,
        is_open_source: null,
        create_at: timeAt,
      })),
    );
  }
  return reply(200, found, question.headers);
});
