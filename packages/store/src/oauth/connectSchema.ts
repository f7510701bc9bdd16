import type { ColumnType, Generated } from "kysely";
import type { Bytea } from "../encoding/bytea.ts";

/** An application that may ask people to sign in. */
export type OauthAppTable = {
  id: string;
  name: string;
  site_url: string;
  logo_url: string | null;
  /** Whether the operator made sure that the site is the application's. */
  is_validated: Generated<boolean>;
  created_at: Generated<Date>;
  /** What proves that the site is its owner's, once they began to; and how. */
  validation_token: string | null;
  validation_method: "dns" | "file" | null;
  /** Who registered it, and whose units reads for its clients cost; null is the operator. */
  account_id: string | null;
};

/** What an application signs its requests with. */
export type OauthClientTable = {
  id: string;
  app_id: string;
  /** SHA-256 of the live secrets, newest first; at most two, while one replaces the other. */
  secret_hashes: Bytea[];
  /** Of each live secret its prefix and last four characters; shorter for secrets from before these were kept. */
  secret_hints: Generated<string[]>;
  /** When the older of two stops working; null: it is ended by hand. */
  old_secret_expires_at: Date | null;
  redirect_uris: string[];
  scope_format: Generated<"array" | "string">;
  /** What a person who refuses sees: the application again, or a page that says that it is over. */
  refusal: Generated<"page" | "redirect">;
  is_disabled: Generated<boolean>;
  created_at: Generated<Date>;
};

/** What the OAuth library keeps: codes, tokens, grants, sessions and interactions, by the SHA-256 of their ids. */
export type OauthArtifactTable = {
  consumed_at: Date | null;
  /** By the database's clock; null never expires. */
  expires_at: Date | null;
  model: string;
  id_hash: Bytea;
  /** Of codes and tokens the grant that they die with; of a grant its own id. */
  grant_id: string | null;
  uid: string | null;
  client_id: string | null;
  account: string | null;
  /** Of interactions: what the person decided. */
  decision: Generated<string | null>;
  payload: ColumnType<Record<string, unknown>, string, string>;
};

/** A text that a wallet was asked to sign. */
export type SiweChallengeTable = {
  expires_at: Date;
  used_at: Date | null;
  chain_id: bigint;
  nonce: string;
  interaction: string;
  message: string;
  address: Bytea;
};

/** What a person allowed a client, until they take it back. */
export type ConsentTable = {
  granted_at: Generated<Date>;
  updated_at: Generated<Date>;
  account: Bytea;
  client_id: string;
  grant_id: string;
  scopes: string[];
};

/** What a person says of themselves. */
export type ProfileTable = {
  address: Bytea;
  name: string | null;
  bio: string | null;
  logo_url: string | null;
  links: ColumnType<{ name: string; url: string }[], string, string>;
  updated_at: Generated<Date>;
};

export type FollowTable = { created_at: Generated<Date>; follower: Bytea; followed: Bytea };

/** Keys of the sign-in service that all its processes share. */
export type ConnectKeyTable = {
  kind: "cookie" | "jwk";
  id: string;
  secret: ColumnType<unknown, string, string>;
  created_at: Generated<Date>;
  /** When it stops being accepted. */
  retired_at: Date | null;
};

export type ConnectDatabase = {
  oauth_app: OauthAppTable;
  oauth_client: OauthClientTable;
  oauth_artifact: OauthArtifactTable;
  siwe_challenge: SiweChallengeTable;
  consent: ConsentTable;
  profile: ProfileTable;
  follow: FollowTable;
  connect_key: ConnectKeyTable;
};
