import type { ColumnType, Generated } from "kysely";
import type { Bytea } from "../encoding/bytea.ts";

/** An application that may sign users in. */
export type OauthAppTable = {
  id: string;
  name: string;
  site_url: string;
  logo_url: string | null;
  /** Whether the operator verified that the site belongs to the application. */
  is_validated: Generated<boolean>;
  created_at: Generated<Date>;
  /** The token and method by which the owner proves control of the site, once started. */
  validation_token: string | null;
  validation_method: "dns" | "file" | null;
  /** The account that registered it, and is charged for its clients' reads; null for the operator. */
  account_id: string | null;
};

/** An application's OAuth client. */
export type OauthClientTable = {
  id: string;
  app_id: string;
  /** SHA-256 of the active secrets, newest first; at most two, during a rotation. */
  secret_hashes: Bytea[];
  /** Prefix and last four characters of each active secret; shorter for older secrets. */
  secret_hints: Generated<string[]>;
  /** When the older of two secrets expires; null: it is revoked manually. */
  old_secret_expires_at: Date | null;
  redirect_uris: string[];
  scope_format: Generated<"array" | "string">;
  /** Where a user who refuses ends: at the application again, or on a final page. */
  refusal: Generated<"page" | "redirect">;
  is_disabled: Generated<boolean>;
  created_at: Generated<Date>;
};

/** The OAuth library's artifacts: codes, tokens, grants, sessions and interactions, by the SHA-256 of their ids. */
export type OauthArtifactTable = {
  consumed_at: Date | null;
  /** By the database's clock; null: never. */
  expires_at: Date | null;
  model: string;
  id_hash: Bytea;
  /** The grant that codes and tokens are revoked with; for a grant its own id. */
  grant_id: string | null;
  uid: string | null;
  client_id: string | null;
  account: string | null;
  /** Of interactions: the user's decision. */
  decision: Generated<string | null>;
  payload: ColumnType<Record<string, unknown>, string, string>;
};

/** A text for a wallet to sign. */
export type SiweChallengeTable = {
  expires_at: Date;
  used_at: Date | null;
  chain_id: bigint;
  nonce: string;
  interaction: string;
  message: string;
  address: Bytea;
};

/** A sign-in that waits until its address is proved on a phone. */
export type PhoneSignInTable = {
  expires_at: Date;
  opened_at: Date | null;
  redeemed_at: Date | null;
  /** Wrong codes. */
  attempts: Generated<number>;
  /** SHA-256 of the secret in the phone's URL. */
  phone_hash: Bytea;
  /** SHA-256 of the secret of the browser that waits. */
  waiting_hash: Bytea;
  /** SHA-256 of what it is for: nothing else can be continued with it. */
  purpose: Bytea;
  /** SHA-256 of the network of the browser that waits. */
  network: Bytea;
  /** What the phone shows. */
  request: ColumnType<unknown, string, string>;
  /** The proved account. */
  account: string | null;
  code_hash: Bytea | null;
};

/** A user's consent for a client, until revoked. */
export type ConsentTable = {
  granted_at: Generated<Date>;
  updated_at: Generated<Date>;
  account: Bytea;
  client_id: string;
  grant_id: string;
  scopes: string[];
};

/** A user's profile. */
export type ProfileTable = {
  address: Bytea;
  name: string | null;
  bio: string | null;
  logo_url: string | null;
  links: ColumnType<{ name: string; url: string }[], string, string>;
  updated_at: Generated<Date>;
};

export type FollowTable = { created_at: Generated<Date>; follower: Bytea; followed: Bytea };

/** Keys of the sign-in service shared by all its processes. */
export type ConnectKeyTable = {
  kind: "cookie" | "jwk";
  id: string;
  secret: ColumnType<unknown, string, string>;
  created_at: Generated<Date>;
  /** When it becomes invalid. */
  retired_at: Date | null;
};

export type ConnectDatabase = {
  oauth_app: OauthAppTable;
  oauth_client: OauthClientTable;
  oauth_artifact: OauthArtifactTable;
  siwe_challenge: SiweChallengeTable;
  phone_sign_in: PhoneSignInTable;
  consent: ConsentTable;
  profile: ProfileTable;
  follow: FollowTable;
  connect_key: ConnectKeyTable;
};
