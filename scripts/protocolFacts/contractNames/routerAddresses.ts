import { join } from "node:path";
import { findChainIn } from "./chainNames.ts";
import type { ContractClaim } from "./claim.ts";
import { listFileAddresses, listFiles } from "./files.ts";
import { toProtocolKey } from "./protocolKey.ts";

/** The contracts by which DefiLlama counts the users of protocols. */
export const listRouterClaims = (root: string): ContractClaim[] =>
  [...listFiles(join(root, "defillama-dimension-adapters"), /^users\/routers\/routerAddresses\.ts$/)]
    .flatMap(listFileAddresses)
    .flatMap(({ address, path }): ContractClaim[] => {
      const name = path.findLast((one) => one.startsWith("name="))?.slice("name=".length);
      const chain = findChainIn(path.filter((one) => !one.includes("=")));
      return name === undefined || chain === undefined
        ? []
        : [{ protocol: toProtocolKey(name), chain, address, rank: "router", name }];
    });
