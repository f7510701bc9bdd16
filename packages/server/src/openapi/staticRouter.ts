import { OpenAPIRouter, type Document, type Operation } from "openapi-backend";
import type { Definition, RoutedOperation } from "./definition.ts";
import { pathPattern } from "./pathPattern.ts";
import { withoutTrailingSlash } from "./trailingSlash.ts";

export interface Match {
  readonly operation: RoutedOperation;
  /** Of the path's template, decoded. */
  readonly params: Readonly<Record<string, string>>;
}

/**
 * openapi-backend's list of operations, listed once, with a map for the paths without a template: its own router lists and
 * tries all operations for each request.
 */
export class StaticRouter extends OpenAPIRouter {
  readonly #operations: Operation[];
  readonly #byId: ReadonlyMap<string | undefined, Operation>;
  readonly #fixed: ReadonlyMap<string, Match>;
  readonly #templated: readonly { readonly operation: RoutedOperation; readonly pattern: RegExp }[];

  constructor(definition: Definition) {
    super({ definition: definition as unknown as Document, ignoreTrailingSlashes: false });
    this.#operations = super.getOperations();
    this.#byId = new Map(this.#operations.map((operation) => [operation.operationId, operation]));
    const { fixed = [], templated = [] } = Object.groupBy(this.list(), ({ path }) =>
      path.includes("{") ? "templated" : "fixed",
    );
    this.#fixed = new Map(
      fixed.map((operation) => [targetOf(operation.method, operation.path), { operation, params: {} }]),
    );
    this.#templated = templated.map((operation) => ({ operation, pattern: pathPattern(operation.path) }));
  }

  override getOperations(): Operation[] {
    return this.#operations;
  }

  list(): readonly RoutedOperation[] {
    return this.#operations as unknown as readonly RoutedOperation[];
  }

  /** Undefined if no operation has this id. */
  findById(operationId: string): RoutedOperation | undefined {
    return this.#byId.get(operationId) as RoutedOperation | undefined;
  }

  override getOperation(operationId: string): Operation | undefined {
    return this.#byId.get(operationId);
  }

  /**
   * Finds the operation of a request; a slash at the end of the path is ignored.
   * @returns undefined when no operation has this path and method.
   * @throws URIError for a path parameter that is not valid percent-encoded UTF-8.
   */
  find(method: string, path: string): Match | undefined {
    const plain = withoutTrailingSlash(path);
    return this.#fixed.get(targetOf(method, plain)) ?? this.#findTemplated(method.toLowerCase(), plain);
  }

  #findTemplated(method: string, path: string): Match | undefined {
    for (const { operation, pattern } of this.#templated) {
      const found = operation.method === method ? pattern.exec(path) : null;
      if (found === null) continue;
      const groups = Object.entries(found.groups ?? {});
      return { operation, params: Object.fromEntries(groups.map(([name, text]) => [name, decodeURIComponent(text)])) };
    }
    return undefined;
  }
}

const targetOf = (method: string, path: string): string => `${method.toLowerCase()} ${path}`;
