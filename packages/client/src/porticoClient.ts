import type { paths } from "@portico/contract";
import type { Client, MaybeOptionalInit, ParseAsResponse } from "openapi-fetch";
import type {
  ErrorResponse,
  HttpMethod,
  PathsWithMethod,
  RequiredKeysOf,
  SuccessResponse,
} from "openapi-typescript-helpers";
import type { ResultMeta } from "./resultMeta.ts";
import type { RetryOptions } from "./retryingFetch.ts";

/** One method per HTTP verb; path, parameters, body and response are typed by the contract. */
export type PorticoClient = ClientOf<paths>;

/** The same for the operations of `Paths`, by path and method. */
export type ClientOf<Paths extends object> = Pick<Client<Paths>, "eject" | "use"> & {
  readonly [Verb in HttpMethod as Uppercase<Verb>]: Call<Paths, Verb>;
} & {
  readonly request: <
    Verb extends HttpMethod,
    Path extends PathsWithMethod<Paths, Verb>,
    Init extends MaybeOptionalInit<Paths[Path], Verb & keyof Paths[Path]>,
  >(
    method: Verb,
    url: Path,
    ...init: InitParam<Init>
  ) => Promise<Answer<Paths[Path][Verb & keyof Paths[Path]], Init>>;
};

type Call<Paths extends object, Verb extends HttpMethod> = <
  Path extends PathsWithMethod<Paths, Verb>,
  Init extends MaybeOptionalInit<Paths[Path], Verb & keyof Paths[Path]>,
>(
  url: Path,
  ...init: InitParam<Init>
) => Promise<Answer<Paths[Path][Verb & keyof Paths[Path]], Init>>;

/** Options of a call besides its parameters and fetch's own. */
export type CallOptions = {
  /** In milliseconds; overrides the client's. */
  readonly timeoutMs?: number | undefined;
  /** Overrides the client's. */
  readonly retry?: RetryOptions | false | undefined;
};

export type InitParam<Init> =
  RequiredKeysOf<Init> extends never
    ? [(Init & CallOptions & Record<string, unknown>)?]
    : [Init & CallOptions & Record<string, unknown>];

type Responses<Operation> = Operation extends { responses: infer R extends Record<string | number, unknown> }
  ? R
  : never;

/**
 * Replaces openapi-fetch's FetchResponse, which turns every tuple into a list, for a feature that the contract doesn't
 * use.
 */
export type Answer<Operation, Init> =
  | {
      data: ParseAsResponse<SuccessResponse<Responses<Operation>>, Init>;
      error?: never;
      response: Response;
      readonly meta: ResultMeta;
    }
  | { data?: never; error: ErrorResponse<Responses<Operation>>; response: Response; readonly meta: ResultMeta };
