import type { Generated } from "kysely";
import type { Bytea } from "../encoding/bytea.ts";

/** An owner whose changes are stored on a chain that is indexed for owners only. */
export type FollowedOwnerTable = {
  chain: string;
  owner: Bytea;
  /** All its changes after this block are stored; null while its first balances are read. */
  since_block: bigint | null;
  /** Updated at most once a day. */
  requested_at: Generated<Date>;
  /** Whether an operator added it: it is followed until it is removed. */
  is_permanent: Generated<boolean>;
};
