import { chains, getPermit2 } from "@portico/evm";
import { defineAdapter } from "../adapter.ts";

/** Approvals that run out. It holds nothing, so nobody has a position. */
export const permit2 = defineAdapter({
  id: "permit2",
  name: "Permit2",
  siteUrl: "https://docs.uniswap.org/contracts/permit2/overview",
  category: "wallet",
  /** Where it stands, or would: anybody may put it there, by CREATE2. See getPermit2. */
  deployments: Object.fromEntries(chains.map(({ id }) => [id, { permit2: getPermit2(id) }])),
});
