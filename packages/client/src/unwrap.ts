import { toPorticoError } from "./porticoError.ts";
import type { ResultMeta } from "./resultMeta.ts";

/** A call's result, as every method of the client promises it. */
export type CallResult<Data> = {
  readonly data?: Data;
  readonly error?: unknown;
  readonly response: Response;
  readonly meta: ResultMeta;
};

/** An answer's data, and what its headers say. */
export type WithMeta<Data> = { readonly data: Data; readonly meta: ResultMeta };

/**
 * Turns a call's result into its data.
 * @throws PorticoError when the answer was not 2xx.
 * @example const tokens = await unwrap(client.GET("/v1/user/token_list", { params: { query: { id, chain_id: "eth" } } }));
 */
export const unwrap = async <Data>(call: Promise<CallResult<Data>>): Promise<NonNullable<Data>> => dataOf(await call);

/**
 * The same, with what the headers say.
 * @throws PorticoError when the answer was not 2xx.
 */
export async function unwrapWithMeta<Data>(call: Promise<CallResult<Data>>): Promise<WithMeta<NonNullable<Data>>> {
  const result = await call;
  return { data: dataOf(result), meta: result.meta };
}

/** The data of an answer. @throws PorticoError when it was not 2xx. */
export function dataOf<Data>({ data, error, response }: CallResult<Data>): NonNullable<Data> {
  if (!response.ok) throw toPorticoError(error, response);
  return data as NonNullable<Data>;
}
