import type { Store } from "@portico/store";
import type { ResponseProfile } from "@portico/server";
import type { ServiceMetrics } from "@portico/server/telemetry";
import type { Provider } from "oidc-provider";
import type { Logger } from "pino";
import type { OtherApps } from "./aboutRoutes.ts";
import type { Metering } from "./me/meGate.ts";
import type { Pages } from "./pages.ts";
import type { ConnectSettings } from "./settings.ts";
import type { Limits } from "./signIn/limits.ts";

/** Dependencies of all parts of the sign-in service. */
export interface ConnectDeps {
  readonly provider: Provider;
  readonly db: Store;
  /** Public URL of the service, without a trailing slash: `iss`, and the only accepted host. */
  readonly issuer: string;
  readonly settings: ConnectSettings;
  /** RPC URLs, by chain slug. */
  readonly rpcUrls: ReadonlyMap<string, readonly string[]>;
  /** The data API, for the chain scope; undefined if there is none. */
  readonly api: { readonly url: string; readonly key: string } | undefined;
  /** Of answers about users, to requests that don't say which. */
  readonly defaultProfile: ResponseProfile;
  /** Undefined: no pages are sent, for tests without them. */
  readonly pages: Pages | undefined;
  readonly others: OtherApps;
  /** Shared by all endpoints: some limits span several. */
  readonly limits: Limits;
  /** For the user data endpoints. */
  readonly metering: Metering;
  readonly log: Logger;
  readonly metrics: ServiceMetrics | undefined;
}
