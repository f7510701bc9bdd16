import type { Generated } from "kysely";
import type { Bytea } from "../encoding/bytea.ts";

/** A browser signed in to the dashboard. */
export type DashboardSessionTable = {
  expires_at: Date;
  created_at: Generated<Date>;
  /** SHA-256 of the cookie's value. */
  token_hash: Bytea;
  account_id: string;
};

/** An application's logo: WebP, 256 by 256 pixels. */
export type OauthAppLogoTable = { updated_at: Generated<Date>; app_id: string; image: Bytea };

export type DashboardDatabase = { dashboard_session: DashboardSessionTable; oauth_app_logo: OauthAppLogoTable };
