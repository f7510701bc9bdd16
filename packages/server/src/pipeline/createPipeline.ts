import { createAllowedMethods } from "../openapi/allowedMethods.ts";
import type { Definition, RoutedOperation } from "../openapi/definition.ts";
import { StaticRouter } from "../openapi/staticRouter.ts";
import { StaticValidator } from "../openapi/staticValidator.ts";
import { authenticate, type Authenticate } from "./authenticate.ts";
import type { Exchange } from "./exchange.ts";
import { handle, type HandleOptions, type Reply } from "./handle.ts";
import { limit, type Limit } from "./limit.ts";
import { mask } from "./mask.ts";
import { parse } from "./parse.ts";
import { reply, replyWithError, type ReplyOptions } from "./reply.ts";
import { createValidate, type ValidateOptions } from "./validate.ts";

export interface PipelineOptions<Id extends string, E extends Exchange, R extends Reply>
  extends HandleOptions<Id, E>, ReplyOptions<E, R>, ValidateOptions<E> {
  readonly definition: Definition;
  /** Whether the header Allow names OPTIONS. */
  readonly withOptions?: boolean;
  readonly authenticate: Authenticate<E>;
  readonly limit?: Limit<E>;
  readonly cache?: ReplyCache<E, R>;
  /** Checks a reply against the contract before it is masked, for tests. @throws the error to respond with */
  readonly checkReply?: ((exchange: E, reply: R) => void) | undefined;
  /** Turns a body that serializes itself into plain data, which a mask needs. */
  readonly toData?: (body: unknown) => unknown;
}

/** Replies stored for requests that are repeated. Its entries never depend on the caller. */
export interface ReplyCache<E extends Exchange, R> {
  /** Called for every request, before its caller is authenticated. */
  readonly find: (exchange: E) => R | undefined;
  /** Called once an authenticated request needs its handler. */
  readonly onMiss: (exchange: E, operation: RoutedOperation) => void;
}

/**
 * The one line that a request of the contract walks: parse → authenticate → limit → validate → handle → mask → reply.
 * @throws TypeError for a handler whose operation the definition doesn't have.
 */
export function createPipeline<Id extends string, E extends Exchange, R extends Reply>(
  options: PipelineOptions<Id, E, R>,
): (exchange: E) => Promise<void> {
  const { definition, withOptions = false, cache, checkReply, toData = (body) => body } = options;
  const router = new StaticRouter(definition);
  const allowedMethods = createAllowedMethods(definition, { withOptions });
  const validate = createValidate(router.list(), new StaticValidator(definition, router), options);
  assertDefined(Object.keys(options.handlers), router);

  const replyTo = async (exchange: E): Promise<R> => {
    const cached = cache?.find(exchange);
    const operation = parse(exchange, { router, allowedMethods });
    await authenticate(exchange, operation, options.authenticate);
    await limit(exchange, operation, options.limit);
    if (cached !== undefined) {
      await options.charge?.(exchange, operation);
      return cached;
    }
    cache?.onMiss(exchange, operation);
    await validate(exchange, operation);
    const made = (await handle(exchange, operation, options)) as R; // what the app's handlers reply is what it sends
    checkReply?.(exchange, made);
    return mask(exchange, made, toData);
  };
  return async (exchange) => {
    try {
      reply(exchange, await replyTo(exchange), options);
    } catch (error) {
      await replyWithError(exchange, error, options);
    }
  };
}

function assertDefined(handlerIds: readonly string[], router: StaticRouter): void {
  const unknown = handlerIds.filter((id) => router.getOperation(id) === undefined);
  if (unknown.length > 0) throw new TypeError(`No operation for the handlers ${unknown.join(", ")}`);
}
