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
import { createValidate, type Validate, type ValidateOptions } from "./validate.ts";

/**
 * Another version of the contract with the same operations: for requests that choose it, other parameters and answers
 * apply.
 */
export interface Variant<E extends Exchange> {
  /** Called once, for the first request that chooses it. */
  readonly loadDefinition: () => Definition;
  /**
   * The id of the operation that is to answer a request, whose caller is authenticated; undefined if the request
   * doesn't choose the variant. @throws ServiceError
   */
  readonly choose: (exchange: E, operation: RoutedOperation) => string | undefined;
}

export interface PipelineOptions<Id extends string, E extends Exchange, R extends Reply>
  extends HandleOptions<Id, E>, ReplyOptions<E, R>, ValidateOptions<E> {
  readonly definition: Definition;
  /** Whether the header Allow names OPTIONS. */
  readonly withOptions?: boolean;
  readonly authenticate: Authenticate<E>;
  readonly limit?: Limit<E>;
  readonly variant?: Variant<E>;
  readonly cache?: ReplyCache<E, R>;
  /** Checks a reply against the contract before it is masked, for tests. @throws the error to respond with */
  readonly checkReply?: ((exchange: E, reply: R) => void) | undefined;
  /** Turns a body that serializes itself into plain data, which a mask needs. */
  readonly toData?: (body: unknown) => unknown;
}

/** Replies stored for requests that are repeated. Its entries never depend on the caller. */
export interface ReplyCache<E extends Exchange, R> {
  /** Called for every request that its caller may make. */
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
  const main = prepare(definition, options);
  const allowedMethods = createAllowedMethods(definition, { withOptions });
  const chosen = chooser(main, options);

  const replyTo = async (exchange: E): Promise<R> => {
    const parsed = parse(exchange, { router: main.router, allowedMethods });
    await authenticate(exchange, parsed, options.authenticate);
    const { operation, validate } = chosen(exchange, parsed);
    await limit(exchange, operation, options.limit);
    const cached = cache?.find(exchange);
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

interface Prepared<E extends Exchange> {
  readonly router: StaticRouter;
  readonly validate: Validate<E>;
}

/** @throws TypeError for a handler whose operation the definition doesn't have. */
function prepare<Id extends string, E extends Exchange, R extends Reply>(
  definition: Definition,
  options: PipelineOptions<Id, E, R>,
): Prepared<E> {
  const router = new StaticRouter(definition);
  assertDefined(Object.keys(options.handlers), router);
  return { router, validate: createValidate(router.list(), new StaticValidator(definition, router), options) };
}

/** Finds the operation that answers a request, which is the one that was requested unless a variant is chosen. */
function chooser<Id extends string, E extends Exchange, R extends Reply>(
  main: Prepared<E>,
  options: PipelineOptions<Id, E, R>,
): (exchange: E, requested: RoutedOperation) => { operation: RoutedOperation; validate: Validate<E> } {
  const { variant } = options;
  let loaded: Prepared<E> | undefined;
  return (exchange, requested) => {
    const id = variant?.choose(exchange, requested);
    if (variant === undefined || id === undefined) return { operation: requested, validate: main.validate };
    const { router, validate } = (loaded ??= prepare(variant.loadDefinition(), options));
    const operation = router.findById(id);
    if (operation === undefined) throw new TypeError(`The variant has no operation ${id}`);
    exchange.operation = operation;
    return { operation, validate };
  };
}

function assertDefined(handlerIds: readonly string[], router: StaticRouter): void {
  const unknown = handlerIds.filter((id) => router.getOperation(id) === undefined);
  if (unknown.length > 0) throw new TypeError(`No operation for the handlers ${unknown.join(", ")}`);
}
