import { OpenAPIRouter, type Operation, type ParsedRequest, type Request } from "openapi-backend";

/**
 * openapi-backend's router for a contract without templates in its paths: a map finds the operation, where the router that
 * it replaces makes its list of operations anew, and tries every one, for each request. Requests must come parsed.
 */
export class StaticRouter extends OpenAPIRouter {
  readonly #operations: Operation[];
  readonly #byId: ReadonlyMap<string | undefined, Operation>;
  readonly #byTarget: ReadonlyMap<string, Operation>;

  /** @throws TypeError when the contract has a path with a template. */
  constructor(options: ConstructorParameters<typeof OpenAPIRouter>[0]) {
    super(options);
    this.#operations = super.getOperations();
    const templated = this.#operations.find(({ path }) => path.includes("{"));
    if (templated !== undefined) throw new TypeError(`${templated.path} is no fixed path`);
    this.#byId = new Map(this.#operations.map((operation) => [operation.operationId, operation]));
    this.#byTarget = new Map(this.#operations.map((operation) => [targetOf(operation), operation]));
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
    return this.#byTarget.get(targetOf(request)) ?? super.matchOperation(request, isStrict); // which knows 404 from 405
  }

  /** Called four times for each request, which is made by `openExchange` and is what this asks for already. */
  override parseRequest(request: Request): ParsedRequest {
    return request as ParsedRequest;
  }
}

const targetOf = ({ method, path }: { method: string; path: string }): string => `${method.toLowerCase()} ${path}`;
