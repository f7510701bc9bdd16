import { chains, getPermit2 } from "@portico/evm";
import { defineAdapter } from "../adapter.ts";

/** Expiring approvals. It holds no tokens, so there are no positions. */
export const permit2 = defineAdapter({
  id: "permit2",
  name: "Permit2",
  siteUrl: "https://docs.uniswap.org/contracts/permit2/overview",
  category: "wallet",
  source: "the CREATE2 address of Permit2, github.com/Uniswap/permit2",
  /** Its address, deployed or not: anybody may deploy it there, by CREATE2. See getPermit2. */
  deployments: Object.fromEntries(chains.map(({ slug }) => [slug, { permit2: getPermit2(slug) }])),
});
