import type { OperatorUnitRequest, UnitRequest as UnitRequestResponse } from "@portico/contract";
import { invalidParams, ServiceError } from "@portico/server";
import { createUnitRequest, decideUnitRequest, listUnitRequests, type UnitRequest } from "@portico/store";
import type { Operation } from "../deps.ts";
import { readText, toSeconds, toSecondsOrNull } from "../ownerResponse.ts";
import { actorOf } from "./operatorAccounts.ts";

/** GET /dashboard/unit_requests */
export const getDashboardUnitRequests: Operation<"getDashboardUnitRequests"> = async (
  { query, reply },
  { db, session },
) => {
  const { requests, total } = await listUnitRequests(db, { accountId: session.accountId, ...query });
  return reply(200, { unit_request_list: requests.map(toResponse), total_count: total });
};

/** POST /dashboard/unit_requests */
export const postDashboardUnitRequests: Operation<"postDashboardUnitRequests"> = async (
  { body, reply },
  { db, session, note },
) => {
  const reason = readText(body.reason, "reason");
  const created = await createUnitRequest(db, { accountId: session.accountId, units: body.units, reason });
  if (created === undefined)
    throw invalidParams({ body: "must wait until the operator has decided the account's earlier request" });
  note({ subject: created.id, detail: String(created.units) });
  return reply(201, toResponse(created));
};

/** GET /dashboard/operator/unit_requests */
export const getDashboardOperatorUnitRequests: Operation<"getDashboardOperatorUnitRequests"> = async (
  { query, reply },
  { db },
) => {
  const { requests, total } = await listUnitRequests(db, query);
  return reply(200, { unit_request_list: requests.map(toOperatorResponse), total_count: total });
};

type Decide = Operation<"postDashboardOperatorUnitRequestsUnitRequestIdDecision">;

/** POST /dashboard/operator/unit_requests/{unit_request_id}/decision */
export const postDashboardOperatorUnitRequestsUnitRequestIdDecision: Decide = async (
  { path, body, reply },
  { db, session, note },
) => {
  const answer = body.answer === null || body.answer.trim() === "" ? null : readText(body.answer, "answer");
  const decision = { id: path.unit_request_id, grantedUnits: body.granted_units, answer, actor: actorOf(session) };
  const decided = await decideUnitRequest(db, decision);
  if (decided === undefined) throw new ServiceError("not_found", "No such request waits for a decision");
  note({ accountId: decided.accountId, detail: `${decided.state}: ${decided.grantedUnits ?? 0}` });
  return reply(200, toOperatorResponse(decided));
};

const toResponse = (request: UnitRequest): UnitRequestResponse => ({
  id: request.id,
  units: request.units,
  reason: request.reason,
  state: request.state,
  granted_units: request.grantedUnits,
  answer: request.answer,
  created_at: toSeconds(request.createdAt),
  decided_at: toSecondsOrNull(request.decidedAt),
});

const toOperatorResponse = (request: UnitRequest): OperatorUnitRequest => ({
  ...toResponse(request),
  account_id: request.accountId,
  account_name: request.accountName,
});
