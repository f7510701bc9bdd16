import type { paths } from "@portico/contract";
import type { Client, MaybeOptionalInit, ParseAsResponse } from "openapi-fetch";
import type {
  ErrorResponse,
  HttpMethod,
  PathsWithMethod,
  RequiredKeysOf,
  SuccessResponse,
} from "openapi-typescript-helpers";

/** One method per HTTP verb; path, parameters, body and answer are typed by the contract. */
export type PorticoClient = Pick<Client<paths>, "eject" | "use"> & {
  readonly [Verb in HttpMethod as Uppercase<Verb>]: Call<Verb>;
} & {
  readonly request: <
    Verb extends HttpMethod,
    Path extends PathsWithMethod<paths, Verb>,
    Init extends MaybeOptionalInit<paths[Path], Verb>,
  >(
    method: Verb,
    url: Path,
    ...init: InitParam<Init>
  ) => Promise<Answer<paths[Path][Verb], Init>>;
};

type Call<Verb extends HttpMethod> = <
  Path extends PathsWithMethod<paths, Verb>,
  Init extends MaybeOptionalInit<paths[Path], Verb>,
>(
  url: Path,
  ...init: InitParam<Init>
) => Promise<Answer<paths[Path][Verb], Init>>;

type InitParam<Init> =
  RequiredKeysOf<Init> extends never ? [(Init & Record<string, unknown>)?] : [Init & Record<string, unknown>];

type Responses<Operation> = Operation extends { responses: infer R extends Record<string | number, unknown> }
  ? R
  : never;

/** Instead of openapi-fetch's FetchResponse, which makes a list of every tuple; what that is for, the contract has none of. */
type Answer<Operation, Init> =
  | {
      data: ParseAsResponse<SuccessResponse<Responses<Operation>>, Init>;
      error?: never;
      response: Response;
    }
  | { data?: never; error: ErrorResponse<Responses<Operation>>; response: Response };
