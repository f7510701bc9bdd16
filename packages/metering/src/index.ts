export { chargePrice } from "./chargePrice.ts";
export { createLimits } from "./createLimits.ts";
export type { Limits, LimitsOptions } from "./createLimits.ts";
export { createMeter } from "./createMeter.ts";
export type { Meter } from "./createMeter.ts";
export type { Charge } from "./createSpender.ts";
export { pingRedis } from "./openRedis.ts";
export { isPriced } from "./contractPrices.ts";
export { listPrices } from "./listPrices.ts";
export type { ListedPrice } from "./listPrices.ts";
export type { PriceTable } from "./prices.ts";
export {
  assertWithin,
  createRateLimits,
  rateHeaders,
  setUnitHeaders,
  UNLIMITED,
  UNLIMITED_STATE,
} from "./rateLimits.ts";
export type { RateLimits, RateState } from "./rateLimits.ts";
export { refusedBodyPoints } from "./rateLimits.ts";
export { DEFAULT_RATES, RATE_HELP, readRateSettings } from "./rateSettings.ts";
export type { RateSettings } from "./rateSettings.ts";
export { readUnitOverrides, UNITS_HELP } from "./readUnitOverrides.ts";
export { createStoredPrices } from "./storedPrices.ts";
export type { StoredPrices } from "./storedPrices.ts";
