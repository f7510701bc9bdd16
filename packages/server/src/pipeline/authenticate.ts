import { isSecured, type RoutedOperation } from "../openapi/definition.ts";
import type { Exchange } from "./exchange.ts";

/** Notes in the exchange who calls. @throws ServiceError with status 401 or 403, or rate_limited for failed attempts. */
export type Authenticate<E extends Exchange> = (exchange: E, operation: RoutedOperation) => Promise<void>;

/** Authenticates the caller of an operation that the contract secures. */
export async function authenticate<E extends Exchange>(
  exchange: E,
  operation: RoutedOperation,
  check: Authenticate<E>,
): Promise<void> {
  if (isSecured(operation)) await check(exchange, operation);
}
