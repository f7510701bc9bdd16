import type { Generated } from "kysely";
import type { Bytea } from "../encoding/bytea.ts";
import type { TeamDatabase } from "../team/teamSchema.ts";

/** A browser signed in to the dashboard. */
export type DashboardSessionTable = {
  expires_at: Date;
  created_at: Generated<Date>;
  /** SHA-256 of the cookie's value. */
  token_hash: Bytea;
  /** The account of the subject that signed in. */
  account_id: string;
  /** Another account, in which it works as a member; null: in its own. */
  acting_account_id: string | null;
};

/** An application's logo: WebP, 256 by 256 pixels. */
export type OauthAppLogoTable = { updated_at: Generated<Date>; app_id: string; image: Bytea };

export type DashboardDatabase = TeamDatabase & {
  dashboard_session: DashboardSessionTable;
  oauth_app_logo: OauthAppLogoTable;
};
