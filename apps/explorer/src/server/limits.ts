import { createLimits as createNamedLimits, type Limits as NamedLimits, type LimitsOptions } from "@portico/metering";

/** `quota` requests within `seconds`. */
const POLICIES = {
  /** Reads of the explorer's visitors: a page sends some ten requests. */
  readsByAddress: { quota: 600, seconds: 60 },
  /** Addresses that a visitor of the explorer reads: new ones cause work for nodes, and rows in the database. */
  ownersByAddress: { quota: 40, seconds: 60 },
  /**
   * The same for all visitors: half of the initial scans that the indexers do in a minute; the other half is for keys.
   */
  ownersOfAll: { quota: 300, seconds: 60 },
  signInsByAddress: { quota: 60, seconds: 60 },
  /** Reads and changes of what users keep in their account. */
  accountByAddress: { quota: 120, seconds: 60 },
  /** Exports and deletions of all that is stored about a user. */
  exportsByAddress: { quota: 60, seconds: 60 },
  imagesByAddress: { quota: 2400, seconds: 60 },
} as const;

export type Limits = NamedLimits<keyof typeof POLICIES>;

export const createLimits = (options: LimitsOptions): Promise<{ limits: Limits; close: () => void }> =>
  createNamedLimits(POLICIES, options);
