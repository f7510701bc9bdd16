import type { RoutedOperation } from "../openapi/definition.ts";
import type { Exchange } from "./exchange.ts";

/** A reply before it is serialized. */
export interface Reply {
  /** 200 when left out. */
  readonly status?: number;
  readonly body?: unknown;
}

/** What a handler receives besides the request. */
export interface Provided {
  /** Members of its first argument, beside those of the request. */
  readonly call?: object;
  /** Its second argument. */
  readonly deps?: unknown;
}

// oxlint-disable-next-line typescript/no-explicit-any -- each handler has the types of its own operation
export type AnyHandler = (call: any, deps: any) => Promise<Reply>;

export interface HandleOptions<Id extends string, E extends Exchange> {
  /** By operationId: a missing handler is a type error. */
  readonly handlers: Readonly<Record<Id, AnyHandler>>;
  /** Charges the call, and notes the charge in the exchange, before the handler runs. @throws ServiceError */
  readonly charge?: ((exchange: E, operation: RoutedOperation) => Promise<void>) | undefined;
  readonly provide: (exchange: E) => Provided;
}

/** Charges a validated request, and calls the handler of its operation. @throws TypeError without one */
export async function handle<Id extends string, E extends Exchange>(
  exchange: E,
  operation: RoutedOperation,
  { handlers, charge, provide }: HandleOptions<Id, E>,
): Promise<Reply> {
  const { operationId } = operation;
  const { query, params: path, header, body } = exchange;
  const handler = handlers[operationId as Id] as AnyHandler | undefined;
  if (handler === undefined) throw new TypeError(`${operationId} has no handler`); // the contract was edited after the build
  await charge?.(exchange, operation);
  const { call, deps } = provide(exchange);
  return await handler({ operationId, query, path, header, body, reply: makeReply, ...call }, deps);
}

const makeReply = (status: number, body?: unknown, headers?: Readonly<Record<string, unknown>>) => ({
  status,
  body,
  ...(headers && { headers }),
});
