import type { ApiOperationId, DefaultedParams, OperationId } from "../generated/operations.ts";
import type { operations as Parsed } from "../generated/parsed.ts";
import type { operations as WireResponse } from "../generated/wire.ts";

type ParameterLocation = "query" | "path" | "header" | "cookie";
type NeverToEmpty<T> = [T] extends [never] ? { readonly [name: string]: never } : T;
type Raw<Id extends OperationId, P extends ParameterLocation> = NeverToEmpty<NonNullable<Parsed[Id]["parameters"][P]>>;

/** Parameters of one location; those with a default are always present. */
type Filled<Id extends OperationId, P extends ParameterLocation> = `${Id}.${P}` extends keyof DefaultedParams
  ? WithRequired<Raw<Id, P>, DefaultedParams[`${Id}.${P}`]>
  : Raw<Id, P>;
type WithRequired<T, K extends PropertyKey> = Omit<T, K> & Required<Pick<T, K & keyof T>>;

type Body<Id extends OperationId> = Parsed[Id] extends { requestBody: { content: infer C } }
  ? C[keyof C]
  : Parsed[Id] extends { requestBody?: { content: infer C } }
    ? C[keyof C] | undefined
    : undefined;

type Responses<Id extends OperationId> = WireResponse[Id]["responses"];

/** Declared headers only: openapi-typescript adds an index signature, which would allow any name. */
type HeadersOf<R> = R extends { headers: infer H }
  ? { readonly [K in keyof H as string extends K ? never : K]?: H[K] }
  : never;

type ReplyOf<S, R> = R extends { content: infer C extends Record<string, unknown> }
  ? { [M in keyof C]: { status: S; type?: M; body: C[M]; headers?: HeadersOf<R> } }[keyof C]
  : { status: S; body?: undefined; headers?: HeadersOf<R> };

/** Any response that the contract allows for an operation. */
export type Reply<Id extends OperationId> = {
  [S in keyof Responses<Id>]: ReplyOf<S, Responses<Id>[S]>;
}[keyof Responses<Id>];

type Member<Id extends OperationId, S> = Extract<Reply<Id>, { status: S }>;
type HeadersIn<M> = M extends { headers?: infer H } ? H : never;
type Rest<M> = M extends { body: infer B }
  ? [body: B, headers?: HeadersIn<M>]
  : [body?: undefined, headers?: HeadersIn<M>];

/** Builds a reply. A literal body passed here is checked for excess properties, which a returned literal is not. */
export type MakeReply<Id extends OperationId> = <S extends Reply<Id>["status"]>(
  status: S,
  ...rest: Rest<Member<Id, S>>
) => Member<Id, S>;

/** A request as its handler sees it: validated, coerced, defaults filled in. */
export interface Call<Id extends OperationId> {
  readonly operationId: Id;
  readonly query: Filled<Id, "query">;
  readonly path: Filled<Id, "path">;
  readonly header: Filled<Id, "header">;
  readonly body: Body<Id>;
  readonly reply: MakeReply<Id>;
}

/** The key that authenticated a call; empty except for `charge` where no key is required. */
export interface Caller {
  readonly keyId: string;
  /** Null for an operator's own key, whose calls are free. */
  readonly accountId: string | null;
  /**
   * Charges the operation's price `times` times, for operations with `x-units-per`, which are not charged otherwise. It
   * is
   * refunded if the server fails afterwards.
   * @throws the error for the client if there are too few units.
   */
  readonly charge: (times: number) => Promise<{ readonly refund: () => void }>;
  /** Whether the key is still valid and permitted: for calls that last. */
  readonly isStillAllowed: () => Promise<boolean>;
  /** Refunds the call: the server could not do it, though the contract makes it a 200. */
  readonly waive: () => void;
}

export type Handler<Id extends OperationId, Deps> = (
  call: Call<Id> & { readonly caller: Caller },
  deps: Deps,
) => Promise<Reply<Id>>;

/** A handler for every operation: with `satisfies Handlers<Deps>` a missing or extra one is a type error. */
export type Handlers<Deps, Id extends OperationId = ApiOperationId> = { readonly [K in Id]: Handler<K, Deps> };
