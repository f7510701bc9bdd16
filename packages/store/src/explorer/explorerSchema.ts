import type { ColumnType, Generated } from "kysely";
import type { Bytea } from "../encoding/bytea.ts";

/** A browser signed in to the explorer. */
export type ExplorerSessionTable = {
  expires_at: Date;
  created_at: Generated<Date>;
  /** SHA-256 of the cookie's value. */
  token_hash: Bytea;
  account: Bytea;
};

/** Labels, watched addresses and bundles that a user keeps in their account. */
export type ExplorerListsTable = {
  updated_at: Generated<Date>;
  /** Another one with every change. */
  revision: Generated<string>;
  account: Bytea;
  /** As the explorer validated them; the order of their members is kept. */
  lists: ColumnType<unknown, string, string>;
};

export type ExplorerDatabase = { explorer_session: ExplorerSessionTable; explorer_lists: ExplorerListsTable };
