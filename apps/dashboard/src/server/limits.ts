import { createLimits as createNamedLimits, type Limits as NamedLimits, type LimitsOptions } from "@portico/metering";

/** So many within so many seconds. */
const POLICIES = {
  callsByAddress: { quota: 1200, seconds: 60 },
  signInsByAddress: { quota: 60, seconds: 60 },
  /** Looks at a site, which is somebody else's computer. */
  checksByAccount: { quota: 20, seconds: 60 },
  logosByAccount: { quota: 20, seconds: 60 },
  /** New applications, clients and keys: rows that stay. */
  newByAccount: { quota: 60, seconds: 3600 },
} as const;

export type Limits = NamedLimits<keyof typeof POLICIES>;

export const createLimits = (options: LimitsOptions): Promise<{ limits: Limits; close: () => void }> =>
  createNamedLimits(POLICIES, options);
