import { operationTable, type OperationPrice } from "@portico/contract";
import { ServiceError } from "@portico/http";
import { listUnitPrices, removeUnitPrice, setUnitPrice, type Store, type UnitPrice } from "@portico/store";
import type { Operation } from "../deps.ts";
import { toSeconds } from "../wire.ts";
import { actorOf } from "./operatorAccounts.ts";

/** What requests cost by the contract, by operationId; those that cost nothing are not in it. */
const priced = new Map(
  Object.entries(operationTable).flatMap(([id, { units, method, path }]) =>
    units > 0 ? [[id, { units, path: `${method.toUpperCase()} ${path}` }] as const] : [],
  ),
);

/** GET /dashboard/operator/prices */
export const getDashboardOperatorPrices: Operation<"getDashboardOperatorPrices"> = async ({ reply }, { db }) => {
  const overrides = new Map((await listUnitPrices(db)).map((price) => [price.operation, price]));
  return reply(
    200,
    [...priced.keys()].toSorted().map((id) => wirePrice(id, overrides.get(id))),
  );
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

const getPrice = async (db: Store, id: string): Promise<OperationPrice> =>
  wirePrice(
    id,
    (await listUnitPrices(db)).find(({ operation }) => operation === id),
  );

function assertPriced(id: string): string {
  if (priced.has(id)) return id;
  throw new ServiceError("not_found", "No operation that costs units has this id");
}

function wirePrice(id: string, override: UnitPrice | undefined): OperationPrice {
  const { units = 0, path = "" } = priced.get(id) ?? {};
  return {
    operation_id: id,
    path,
    units: override?.units ?? units,
    default_units: units,
    is_overridden: override !== undefined,
    updated_at: override === undefined ? null : toSeconds(override.updatedAt),
    updated_by: override?.updatedBy ?? "",
  };
}
