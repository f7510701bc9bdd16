import { ServiceError } from "@portico/server";

/** The account has too few units for a call. */
export class UnitsExhausted extends ServiceError {
  constructor() {
    super("units_exhausted", "The account has too few units left for this call: top it up, don't retry");
  }
}

/** The account's balance is unknown: the database is unavailable, and leased units are used up or too old. */
export class MeteringUnavailable extends ServiceError {
  constructor(cause?: unknown) {
    super("metering_unavailable", "Usage cannot be counted just now: try again in a few seconds", {
      cause,
      headers: { "Retry-After": "2" },
    });
  }
}
