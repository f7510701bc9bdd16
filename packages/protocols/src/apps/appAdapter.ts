import type { Adapter, OwnerContext, Signals } from "../adapter.ts";
import type { Deployed } from "../deployed.ts";
import type { Position } from "../position.ts";

/**
 * A product on contracts that don't belong to a chain's protocol: its positions are in no total. It is written and read
 * like
 * an `Adapter`.
 */
export interface AppAdapter<Contracts = unknown> {
  /** Public id, never reused; the same on every chain. */
  id: string;
  name: string;
  siteUrl: string;
  logoUrl?: string;
  category: Adapter["category"];
  /** Where the addresses are from, as an adapter states it. */
  source?: string;
  /** By chain slug. */
  chains: Readonly<Record<string, Contracts>>;
  signals: (contracts: Contracts) => Signals;
  listPositions: (context: OwnerContext<Contracts>) => Promise<Position[]>;
}

/** Defines an app; its contracts are typed by its table. */
export const defineApp = <Contracts>(app: AppAdapter<Contracts>): AppAdapter<Contracts> => app;

/** An app on one chain. */
export interface DeployedApp extends Deployed {
  app: AppAdapter;
}
