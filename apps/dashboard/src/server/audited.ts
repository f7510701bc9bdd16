import type { DashboardOperationId } from "@portico/contract";
import { writeAuditEntry } from "@portico/store";
import { actionOf } from "./access.ts";
import type { AuditNote, CallDeps } from "./deps.ts";
import type { LooseReply } from "./exchange.ts";

// oxlint-disable-next-line typescript/no-explicit-any -- each handler has the types of its own operation
type Handler = (call: any, deps: any) => Promise<LooseReply>;

/** Handlers whose successful changes are in the audit log of the account that they concern. */
export const audited = <H extends Readonly<Record<DashboardOperationId, Handler>>>(handlers: H): H =>
  Object.fromEntries(
    Object.entries(handlers).map(([operationId, handler]) => [operationId, audit(operationId, handler)]),
  ) as H;

function audit(operationId: string, handler: Handler): Handler {
  const action = actionOf(operationId);
  if (action === null) return handler;
  return async (call: { readonly path?: Readonly<Record<string, string>> }, deps: CallDeps) => {
    let note: AuditNote = {};
    const reply = await handler(call, { ...deps, note: (given: AuditNote) => void (note = { ...note, ...given }) });
    const { db, log, session } = deps;
    const entry = {
      accountId: note.accountId ?? session.accountId,
      actor: session.subject,
      isOperator: operationId.includes("Operator"),
      action,
      subject: note.subject ?? Object.values(call.path ?? {})[0] ?? null,
      detail: note.detail ?? null,
    };
    // the change has taken place: its answer may have a secret that is never shown again
    await writeAuditEntry(db, entry).catch((err: unknown) => log.error({ err, ...entry }, "an audit entry is lost"));
    return reply;
  };
}
