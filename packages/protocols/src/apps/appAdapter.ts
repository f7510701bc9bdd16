import type { Adapter, OwnerContext, Signals } from "../adapter.ts";
import type { Deployed } from "../deployed.ts";
import type { Position } from "../position.ts";

/**
 * Somebody's product on contracts that are not a protocol's of a chain: its positions enter no total. It is written like an
 * `Adapter` of a protocol, and read in the same way.
 */
export interface AppAdapter<Contracts = unknown> {
  /** Public id, never reused; the same wherever its contracts stand. */
  id: string;
  name: string;
  siteUrl: string;
  logoUrl?: string;
  category: Adapter["category"];
  /** By chain slug. Each table names its source. */
  chains: Readonly<Record<string, Contracts>>;
  signals: (contracts: Contracts) => Signals;
  listPositions: (context: OwnerContext<Contracts>) => Promise<Position[]>;
}

/** Declares an app; the type of its contracts is that of its table. */
export const defineApp = <Contracts>(app: AppAdapter<Contracts>): AppAdapter<Contracts> => app;

/** An app on one chain, as the reader of positions takes it. */
export interface DeployedApp extends Deployed {
  app: AppAdapter;
}
