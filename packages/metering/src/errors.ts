import { ServiceError } from "@portico/server";

/** The account has not enough units for a call. */
export class UnitsExhausted extends ServiceError {
  constructor() {
    super("units_exhausted", "The account has not enough units left for this call: top it up, don't retry");
  }
}

/** Nobody can say what the account has left: the database does not answer, and what was leased is used up or too old. */
export class MeteringUnavailable extends ServiceError {
  constructor(cause?: unknown) {
    super("metering_unavailable", "Usage cannot be counted just now: try again in a few seconds", {
      cause,
      headers: { "Retry-After": "2" },
    });
  }
}
