import type { Handlers } from "@portico/contract/server";
import type { ResponseProfile } from "@portico/server";
import { toLive } from "@portico/server/live";
import type { Deps } from "../deps.ts";
import { toData } from "../serialize.ts";
import { EventStreamBody } from "./eventStreamBody.ts";

type AnyHandler = (
  call: { readonly profile?: ResponseProfile; readonly query?: unknown },
  deps: Deps,
) => Promise<{ readonly status: number; readonly body?: unknown }>;

/** The handlers, whose answers to calls of the profile `live` have its form. */
export function withLiveForms(handlers: Handlers<Deps>): Handlers<Deps> {
  const wrapped = Object.entries(handlers).map(([id, handler]) => [
    id,
    withLiveForm(id, handler as unknown as AnyHandler),
  ]);
  return Object.fromEntries(wrapped) as Handlers<Deps>;
}

function withLiveForm(operationId: string, handler: AnyHandler): AnyHandler {
  return async (call, deps) => {
    const reply = await handler(call, deps);
    const isForm = call.profile === "live" && reply.status === 200 && !(reply.body instanceof EventStreamBody);
    if (!isForm) return reply;
    const context = {
      query: (call.query ?? {}) as Readonly<Record<string, unknown>>,
      getProtocol: (id: string) => deps.protocols.toResponse(deps.protocols.get(id).id),
    };
    return { ...reply, body: toLive(operationId, toData(reply.body), context) };
  };
}
