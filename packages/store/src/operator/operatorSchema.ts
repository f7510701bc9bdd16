import type { Generated } from "kysely";
import type { Bytea } from "../encoding/bytea.ts";

/** A key that was issued: its hash, never the key. */
export type AccessKeyTable = {
  id: string;
  /** SHA-256 of the whole key. */
  hash: Bytea;
  name: string;
  created_at: Generated<Date>;
  expires_at: Date | null;
  revoked_at: Date | null;
  is_unlimited: Generated<boolean>;
  is_wallet_enabled: Generated<boolean>;
  /** Whose units its calls cost; null is the operator's own: nobody's. */
  account_id: string | null;
  /** Where it may be used from, and for what; null is everywhere, and everything. */
  ip_ranges: string[] | null;
  operations: string[] | null;
  /** Null is the server's own limit. */
  rate_per_second: number | null;
  last_used_at: Date | null;
  /** The key that takes its place: it expires soon. */
  replaced_by: string | null;
};

/** A name of a function that an operator imported. */
export type FunctionSignatureTable = {
  imported_at: Generated<Date>;
  selector: Bytea;
  signature: string;
  source: string;
};

/** What the database is used for: one row, or none when it was never used. */
export type DeploymentTable = {
  /** Of the chains of a devnet. */
  genesis_hashes: Generated<Bytea[]>;
  is_only: Generated<boolean>;
  network: "devnet" | "public";
};
