import type { Generated } from "kysely";
import type { Bytea } from "./bytea.ts";

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
};

/** A name of a function that an operator imported. */
export type FunctionSignatureTable = {
  imported_at: Generated<Date>;
  selector: Bytea;
  signature: string;
  source: string;
};
