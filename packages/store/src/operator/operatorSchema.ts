import type { Generated } from "kysely";
import type { Bytea } from "../encoding/bytea.ts";

/** Forms of answers of the data API. */
export type KeyProfile = "live" | "seed";

/** An issued key: its hash, never the key. */
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
  /** The account whose units pay for its calls; null: the operator's own key, nothing is charged. */
  account_id: string | null;
  /** Allowed IP ranges; null: unrestricted. */
  ip_ranges: string[] | null;
  operations: string[] | null;
  /** Null: the server's default limit. */
  rate_per_second: number | null;
  /** The form of its answers; null: that of the deployment. */
  profile: KeyProfile | null;
  last_used_at: Date | null;
  /** The key that replaces it: this one expires soon. */
  replaced_by: string | null;
};

/** A function name that an operator imported. */
export type FunctionSignatureTable = {
  imported_at: Generated<Date>;
  selector: Bytea;
  signature: string;
  source: string;
};

/** Purpose of the database: one row, or none before its first use. */
export type DeploymentTable = {
  /** Of a devnet's chains. */
  genesis_hashes: Generated<Bytea[]>;
  is_only: Generated<boolean>;
  network: "devnet" | "public";
};
