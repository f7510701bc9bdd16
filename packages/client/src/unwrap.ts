import { toPorticoError } from "./porticoError.ts";
import type { ResultMeta } from "./resultMeta.ts";

/** The result of any client method. */
export type CallResult<Data> = {
  readonly data?: Data;
  readonly error?: unknown;
  readonly response: Response;
  readonly meta: ResultMeta;
};

/** A response's data, and the metadata of its headers. */
export type WithMeta<Data> = { readonly data: Data; readonly meta: ResultMeta };

/**
 * Turns a call's result into its data.
 * @throws PorticoError if the response was not 2xx.
 * @example const tokens = await unwrap(client.GET("/v1/user/token_list", { params: { query: { id, chain_id: "eth" } }
 * }));
 */
export const unwrap = async <Data>(call: Promise<CallResult<Data>>): Promise<NonNullable<Data>> => dataOf(await call);

/**
 * Like unwrap, with the metadata of headers.
 * @throws PorticoError if the response was not 2xx.
 */
export async function unwrapWithMeta<Data>(call: Promise<CallResult<Data>>): Promise<WithMeta<NonNullable<Data>>> {
  const result = await call;
  return { data: dataOf(result), meta: result.meta };
}

/** The data of a response. @throws PorticoError if it was not 2xx. */
export function dataOf<Data>({ data, error, response }: CallResult<Data>): NonNullable<Data> {
  if (!response.ok) throw toPorticoError(error, response);
  return data as NonNullable<Data>;
}
