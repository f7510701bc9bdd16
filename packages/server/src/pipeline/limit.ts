import { isSecured, type RoutedOperation } from "../openapi/definition.ts";
import type { Exchange } from "./exchange.ts";

/** Counts a call, and decides whether its caller may use the operation now. @throws ServiceError rate_limited, or with status 403. */
export type Limit<E extends Exchange> = (exchange: E, operation: RoutedOperation) => Promise<void>;

/** Applies the limits of a caller who was authenticated. */
export async function limit<E extends Exchange>(
  exchange: E,
  operation: RoutedOperation,
  check: Limit<E> | undefined,
): Promise<void> {
  if (check !== undefined && isSecured(operation)) await check(exchange, operation);
}
