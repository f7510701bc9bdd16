import { createLimits as createNamedLimits, type Limits as NamedLimits, type LimitsOptions } from "@portico/metering";

/** `quota` requests within `seconds`. */
const POLICIES = {
  callsByAddress: { quota: 1200, seconds: 60 },
  signInsByAddress: { quota: 60, seconds: 60 },
  /** Checks of a site, which is a third party's server. */
  checksByAccount: { quota: 20, seconds: 60 },
  logosByAccount: { quota: 20, seconds: 60 },
  /** New applications, clients and keys: permanent rows. */
  newByAccount: { quota: 60, seconds: 3600 },
} as const;

export type Limits = NamedLimits<keyof typeof POLICIES>;

export const createLimits = (options: LimitsOptions): Promise<{ limits: Limits; close: () => void }> =>
  createNamedLimits(POLICIES, options);
