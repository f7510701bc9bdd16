import type { Operation } from "../../deps.ts";
import { ServiceError } from "../../errors.ts";

/** GET /v1/account/units. */
export const getAccountUnits: Operation<"getAccountUnits"> = async ({ caller, reply }, { meter }) => {
  const units = caller.accountId === null ? undefined : await meter.readUnits(caller.accountId);
  if (units === undefined) {
    throw new ServiceError("invalid_account", "This key belongs to no account: its usage is not metered");
  }
  return reply(200, units);
};
