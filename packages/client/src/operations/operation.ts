import type { operations } from "@portico/contract";
import type { RequiredKeysOf } from "openapi-typescript-helpers";
import type { Answer, CallOptions, PorticoClient } from "../porticoClient.ts";

type Id = keyof operations;
type Present<T> = [NonNullable<T>] extends [never] ? object : NonNullable<T>;
type Member<T, Key extends string> = T extends { [K in Key]?: infer Value } ? Present<Value> : object;
type ParametersIn<Of extends Id, Location extends string> = Member<Member<operations[Of], "parameters">, Location>;
type JsonBody<Of extends Id> = Member<Member<Member<operations[Of], "requestBody">, "content">, "application/json">;

/** Parameters of path and query, or the fields of the body, in one object. */
export type OperationInput<Of extends Id> = ParametersIn<Of, "path"> & ParametersIn<Of, "query"> & JsonBody<Of>;

/** Other options of a call: those of the client, of fetch, and the operation's own headers (`X-Fields` …). */
export type OperationInit<Of extends Id> = CallOptions &
  Pick<RequestInit, FetchOption> & {
    readonly params?: { readonly header?: ParametersIn<Of, "header"> };
  };

/** Of those that the types of browsers know, the types of Node lack `priority`. */
type FetchOption = Extract<"cache" | "credentials" | "keepalive" | "priority" | "signal", keyof RequestInit>;

/** An operation as a function of a client. Its result is that of the client's method: see `unwrap`. */
export type Operation<Of extends Id> = (
  client: PorticoClient,
  ...rest: RequiredKeysOf<OperationInput<Of>> extends never
    ? [input?: OperationInput<Of>, init?: OperationInit<Of>]
    : [input: OperationInput<Of>, init?: OperationInit<Of>]
) => Promise<Answer<operations[Of], object>>;

type Send = (method: string, path: string, init: object) => Promise<unknown>;
type Values = Record<string, unknown>;

/** @param hasBody - Whether what isn't in the path is the body; otherwise it is the query. */
export const operation =
  (method: string, path: string, hasBody = false) =>
  ({ request }: PorticoClient, input: object = {}, init: { readonly params?: object } = {}): Promise<never> => {
    const query: Values = { ...input };
    const inPath: Values = {};
    for (const [, name = ""] of path.matchAll(/\{(\w+)\}/g)) {
      inPath[name] = query[name];
      delete query[name];
    }
    const params = { ...init.params, path: inPath, ...(!hasBody && { query }) };
    const call = { ...init, params, ...(hasBody && { body: query }) };
    return (request as unknown as Send)(method, path, call) as Promise<never>;
  };
