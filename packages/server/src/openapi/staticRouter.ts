import { OpenAPIRouter, type Operation, type ParsedRequest, type Request } from "openapi-backend";
import { withoutTrailingSlash } from "./trailingSlash.ts";

/**
 * openapi-backend's router with less work: a map finds the operation of a path without a template, where the router that it
 * replaces makes its list of operations anew, and tries every one, for each request. Requests must come parsed.
 */
export class StaticRouter extends OpenAPIRouter {
  readonly #operations: Operation[];
  readonly #byId: ReadonlyMap<string | undefined, Operation>;
  readonly #byTarget: ReadonlyMap<string, Operation>;
  readonly #templated: readonly { readonly operation: Operation; readonly pattern: RegExp }[];

  constructor(options: ConstructorParameters<typeof OpenAPIRouter>[0]) {
    super({ ...options, ignoreTrailingSlashes: false });
    this.#operations = super.getOperations();
    const [fixed, templated] = [false, true].map((isTemplate) =>
      this.#operations.filter(({ path }) => path.includes("{") === isTemplate),
    );
    this.#byId = new Map(this.#operations.map((operation) => [operation.operationId, operation]));
    this.#byTarget = new Map((fixed ?? []).map((operation) => [targetOf(operation), operation]));
    this.#templated = (templated ?? []).map((operation) => ({ operation, pattern: pathPattern(operation.path) }));
  }

  override getOperations(): Operation[] {
    return this.#operations;
  }

  override getOperation(operationId: string): Operation | undefined {
    return this.#byId.get(operationId);
  }

  override matchOperation(request: Request): Operation | undefined;
  override matchOperation(request: Request, isStrict: boolean): Operation;
  override matchOperation(request: Request, isStrict = false): Operation | undefined {
    const found = this.#byTarget.get(targetOf(request)) ?? this.#findTemplated(request);
    return found ?? super.matchOperation(request, isStrict); // which knows 404 from 405
  }

  #findTemplated({ method, path }: Request): Operation | undefined {
    const name = method.toLowerCase();
    return this.#templated.find(({ operation, pattern }) => operation.method === name && pattern.test(path))?.operation;
  }

  /**
   * Called four times for each request, which is made by `openExchange` and is what this asks for already, but for a
   * slash at the end of the path, and what stands in the places of a template.
   * @throws URIError for a path that can't be decoded.
   */
  override parseRequest(request: Request, operation?: Operation): ParsedRequest {
    const parsed = request as ParsedRequest;
    parsed.path = withoutTrailingSlash(parsed.path);
    const found = this.#templated.find((templated) => templated.operation === operation)?.pattern.exec(parsed.path);
    const places = Object.entries(found?.groups ?? {}).map(([name, text]) => [name, decodeURIComponent(text)]);
    if (places.length > 0) parsed.params = Object.fromEntries(places);
    return parsed;
  }
}

const targetOf = ({ method, path }: { method: string; path: string }): string => `${method.toLowerCase()} ${path}`;

/** What a path of the contract matches, with a group for each place of its template. */
export function pathPattern(path: string): RegExp {
  const parts = path.split(/\{(\w+)\}/);
  const texts = parts.map((part, index) =>
    index % 2 === 1 ? `(?<${part}>[^/]+)` : part.replaceAll(/[.+*?^$()[\]|\\]/g, String.raw`\$&`),
  );
  return new RegExp(`^${texts.join("")}$`);
}
