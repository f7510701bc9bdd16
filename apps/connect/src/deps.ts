import type { Store } from "@portico/store";
import type { ServiceMetrics } from "@portico/server/telemetry";
import type { Provider } from "oidc-provider";
import type { Logger } from "pino";
import type { Metering } from "./me/meGate.ts";
import type { Pages } from "./pages.ts";
import type { ConnectSettings } from "./settings.ts";
import type { Limits } from "./signIn/limits.ts";

/** What every part of the sign-in service works with. */
export interface ConnectDeps {
  readonly provider: Provider;
  readonly db: Store;
  /** Where the service is reached, without a trailing slash: the name in `iss`, and the only host that is answered. */
  readonly issuer: string;
  readonly settings: ConnectSettings;
  /** Where chains are reached, by slug. */
  readonly rpcUrls: ReadonlyMap<string, readonly string[]>;
  /** The data API, for what the chain scope opens; undefined when there is none. */
  readonly api: { readonly url: string; readonly key: string } | undefined;
  /** Undefined: no pages are sent, for tests of what has none. */
  readonly pages: Pages | undefined;
  /** One for all: who is at one endpoint too often may be so at another. */
  readonly limits: Limits;
  /** For the user data interfaces. */
  readonly metering: Metering;
  readonly log: Logger;
  readonly metrics: ServiceMetrics | undefined;
}
