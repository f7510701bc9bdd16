import type { Problem } from "@portico/contract";

/** A call that was answered with anything but 2xx. */
export class PorticoError extends Error {
  override readonly name = "PorticoError";
  /** The problem's stable code, such as `invalid_params`; `unknown` when the answer was no problem of Portico's. */
  readonly code: string;
  readonly status: number;
  /** The whole answer, as the contract has it; undefined when something else answered, such as a proxy. */
  readonly problem: Problem | undefined;
  readonly response: Response;

  constructor(error: unknown, response: Response) {
    const problem = isProblem(error) ? error : undefined;
    super(problem?.message ?? `${response.status} ${response.statusText}`.trim());
    this.code = problem?.code ?? "unknown";
    this.status = response.status;
    this.problem = problem;
    this.response = response;
  }
}

/** A call's result, as every method of the client promises it. */
export type CallResult<Data> = { readonly data?: Data; readonly error?: unknown; readonly response: Response };

/**
 * Turns a call's result into its data.
 * @throws PorticoError when the answer was not 2xx.
 * @example const tokens = await unwrap(client.GET("/v1/user/token_list", { params: { query: { id, chain_id: "eth" } } }));
 */
export async function unwrap<Data>(call: Promise<CallResult<Data>>): Promise<NonNullable<Data>> {
  const { data, error, response } = await call;
  if (!response.ok) throw new PorticoError(error, response);
  return data as NonNullable<Data>;
}

const isProblem = (error: unknown): error is Problem =>
  typeof error === "object" && error !== null && "code" in error && "message" in error;
