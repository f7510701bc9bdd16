import type { DashboardOperationId } from "@portico/contract";
import type { Call, Reply } from "@portico/contract/server";
import type { Store } from "@portico/store";
import type { Logger } from "pino";
import type { Limits } from "./limits.ts";
import type { Session } from "./sessions.ts";
import type { SiteChecks } from "./validation/checkSite.ts";

/** Dependencies of every part of the dashboard's server. */
export interface DashboardDeps {
  readonly db: Store;
  readonly log: Logger;
  /** Public URL, without a trailing slash: the only host and origin that is served. */
  readonly url: string;
  readonly connectUrl: string;
  /** "" if unknown. */
  readonly apiUrl: string;
  readonly docsUrl: string;
  readonly sites: SiteChecks;
  /** Whether webhooks of alert rules may use http, other ports and private addresses. */
  readonly allowsPrivateWebhooks: boolean;
  readonly limits: Limits;
  /** Requests per second of a key without a limit of its own. */
  readonly ratePerKey: number;
}

/** What the audit log is to say of a change besides its operation. Never a secret. */
export interface AuditNote {
  /** Instead of the session's account. */
  readonly accountId?: string;
  /** Id of what was changed; that of the path if it is left out. */
  readonly subject?: string;
  readonly detail?: string;
}

/** Dependencies of an operation, including the caller's session. */
export interface CallDeps extends DashboardDeps {
  readonly session: Session;
  readonly operationId: string;
  /** The raw body, at most one megabyte. @throws ServiceError content_too_large */
  readonly readBytes: () => Promise<Buffer>;
  /** Says more about the change in the audit log. */
  readonly note: (note: AuditNote) => void;
}

export type Operation<Id extends DashboardOperationId> = (call: Call<Id>, deps: CallDeps) => Promise<Reply<Id>>;
