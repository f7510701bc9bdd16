import type { Address } from "@portico/evm";
import { readAccountCodes } from "@portico/store";
import type { Deps } from "../../deps.ts";
import { readContractProtocols, type FindContractProtocol, type NameDeps } from "../protocols/contractProtocol.ts";

/** What is known of spenders, apart from their approvals. */
export interface SpenderMetadata {
  readonly protocolOf: FindContractProtocol;
  /** Whether they have code, of those that were read. */
  readonly codes: ReadonlyMap<Address, boolean>;
}

/** Requests the code of spenders that nobody has read: not every approval has an event. */
export async function readSpenderMetadata(
  deps: NameDeps & Pick<Deps, "accountCodes" | "db">,
  chain: string,
  spenders: readonly Address[],
): Promise<SpenderMetadata> {
  const [protocolOf, codes] = await Promise.all([
    readContractProtocols(deps, chain, spenders),
    readAccountCodes(deps.db, chain, [...new Set(spenders)]),
  ]);
  const unread = spenders.filter((address) => !codes.has(address));
  deps.accountCodes.request(unread.map((address) => ({ chain, address })));
  return { protocolOf, codes };
}
