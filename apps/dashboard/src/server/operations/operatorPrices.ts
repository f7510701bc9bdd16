import { type OperationId, operationTable, type OperationPrice } from "@portico/contract";
import { ServiceError } from "@portico/server";
import { isPriced, listPrices, type ListedPrice } from "@portico/metering";
import { removeUnitPrice, setUnitPrice, type Store } from "@portico/store";
import type { Operation } from "../deps.ts";
import { toSeconds } from "../ownerResponse.ts";
import { actorOf } from "./operatorAccounts.ts";

/** GET /dashboard/operator/prices */
export const getDashboardOperatorPrices: Operation<"getDashboardOperatorPrices"> = async ({ reply }, { db }) => {
  const prices = await listPrices(db);
  return reply(200, prices.map(toPriceResponse));
};

/** PUT /dashboard/operator/prices/{operation_id} */
export const putDashboardOperatorPricesOperationId: Operation<"putDashboardOperatorPricesOperationId"> = async (
  { path, body, reply },
  { db, session },
) => {
  const operation = assertPriced(path.operation_id);
  await setUnitPrice(db, { operation, units: body.units, updatedBy: actorOf(session) });
  return reply(200, await getPrice(db, operation));
};

/** DELETE /dashboard/operator/prices/{operation_id} */
export const deleteDashboardOperatorPricesOperationId: Operation<"deleteDashboardOperatorPricesOperationId"> = async (
  { path, reply },
  { db },
) => {
  const operation = assertPriced(path.operation_id);
  await removeUnitPrice(db, operation);
  return reply(200, await getPrice(db, operation));
};

async function getPrice(db: Store, id: string): Promise<OperationPrice> {
  const price = (await listPrices(db)).find(({ operation }) => operation === id);
  if (price === undefined) throw new RangeError(`${id} has no price`);
  return toPriceResponse(price);
}

function assertPriced(id: string): string {
  if (isPriced(id)) return id;
  throw new ServiceError("not_found", "No operation with a price has this id");
}

function toPriceResponse({ operation, units, defaultUnits, override }: ListedPrice): OperationPrice {
  const { method, path } = operationTable[operation as OperationId];
  return {
    operation_id: operation,
    path: `${method.toUpperCase()} ${path}`,
    units,
    default_units: defaultUnits,
    is_overridden: override !== undefined,
    override_of: override?.operation ?? "",
    updated_at: override === undefined ? null : toSeconds(override.updatedAt),
    updated_by: override?.updatedBy ?? "",
  };
}
