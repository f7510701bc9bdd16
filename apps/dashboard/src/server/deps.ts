import type { DashboardOperationId } from "@portico/contract";
import type { Call, Reply } from "@portico/contract/server";
import type { Store } from "@portico/store";
import type { Logger } from "pino";
import type { Limits } from "./limits.ts";
import type { Session } from "./sessions.ts";
import type { SiteChecks } from "./validation/checkSite.ts";

/** What every part of the dashboard's server works with. */
export interface DashboardDeps {
  readonly db: Store;
  readonly log: Logger;
  /** Where people reach it, without a trailing slash: the only host and origin that is answered. */
  readonly url: string;
  readonly connectUrl: string;
  /** "" when not known. */
  readonly apiUrl: string;
  readonly docsUrl: string;
  readonly sites: SiteChecks;
  readonly limits: Limits;
  /** Requests per second of a key that has no limit of its own. */
  readonly ratePerKey: number;
}

/** What an operation works with: who asks, besides. */
export interface CallDeps extends DashboardDeps {
  readonly session: Session;
  /** The body as it came, of one megabyte at most. @throws ServiceError content_too_large */
  readonly readBytes: () => Promise<Buffer>;
}

export type Operation<Id extends DashboardOperationId> = (call: Call<Id>, deps: CallDeps) => Promise<Reply<Id>>;
