import { createLimits as createNamedLimits, type Limits as NamedLimits, type LimitsOptions } from "@portico/metering";

/** So many within so many seconds. */
const POLICIES = {
  /** What visitors of the explorer read: a page asks some ten things. */
  readsByAddress: { quota: 600, seconds: 60 },
  /** Addresses that a visitor of the explorer reads: what is new is work for nodes, and rows in the database. */
  ownersByAddress: { quota: 40, seconds: 60 },
  /** The same of all visitors: of what the indexers look at for the first time in a minute the other half is for keys. */
  ownersOfAll: { quota: 300, seconds: 60 },
  imagesByAddress: { quota: 2400, seconds: 60 },
} as const;

export type Limits = NamedLimits<keyof typeof POLICIES>;

export const createLimits = (options: LimitsOptions): Promise<{ limits: Limits; close: () => void }> =>
  createNamedLimits(POLICIES, options);
