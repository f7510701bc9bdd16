import type { ApiOperationId, operations as SeedOperations, Protocol } from "@portico/contract";
import type { operations as LiveOperations } from "@portico/contract/live";

type BodyOf<Operation> = Operation extends { responses: { 200: { content: { "application/json": infer Body } } } }
  ? Body
  : never;

type SeedBody<Id extends ApiOperationId> = BodyOf<SeedOperations[Id]>;
type LiveBody<Id extends ApiOperationId> = BodyOf<LiveOperations[Id]>;

/** What a form needs to know besides the answer. */
export interface LiveContext {
  readonly query: Readonly<Record<string, unknown>>;
  /** @throws ServiceError protocol_not_found */
  readonly getProtocol: (id: string) => Protocol;
}

/** Turns an answer of version 1.0 of the interface into that of the profile `live`; nulls are left to fillNulls. */
export type LiveForm<Id extends ApiOperationId> = (body: SeedBody<Id>, context: LiveContext) => LiveBody<Id>;

export type LiveForms = { readonly [Id in ApiOperationId]?: LiveForm<Id> };
