import type { Generated } from "kysely";
import type { Bytea } from "../encoding/bytea.ts";

/** A browser that is signed in to the dashboard. */
export type DashboardSessionTable = {
  expires_at: Date;
  created_at: Generated<Date>;
  /** SHA-256 of what the cookie holds. */
  token_hash: Bytea;
  account_id: string;
};

/** The picture of an application: WebP, 256 by 256 pixels. */
export type OauthAppLogoTable = { updated_at: Generated<Date>; app_id: string; image: Bytea };

export type DashboardDatabase = { dashboard_session: DashboardSessionTable; oauth_app_logo: OauthAppLogoTable };
