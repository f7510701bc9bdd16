import type { Address } from "viem";
import rows from "./twinTokens.json" with { type: "json" };

/** Two contracts that keep one ledger, of which `token` is left out. Addresses are lower-case. */
export interface TwinTokens {
  chain: string;
  token: Address;
  twin: Address;
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- quietTokens.test.ts checks every row
const table = rows as readonly TwinTokens[];

/** Pairs that their issuers document; sources: twinTokens.json. Others are verified by the node. */
export const listTwinTokens = (chain: string): readonly TwinTokens[] => table.filter((row) => row.chain === chain);
