import type { Member as MemberResponse } from "@portico/contract";
import { invalidParams, ServiceError } from "@portico/server";
import {
  inTeam,
  listMembers,
  parseSubject,
  putMember,
  removeMember,
  ROLES,
  type Member,
  type Role,
  type Store,
} from "@portico/store";
import { assertMay, roleNotAllowed } from "../access.ts";
import type { CallDeps, Operation } from "../deps.ts";
import { nameOwner, toOwnerResponse, toSeconds } from "../ownerResponse.ts";

/** GET /dashboard/members */
export const getDashboardMembers: Operation<"getDashboardMembers"> = async ({ reply }, { db, session }) =>
  reply(200, { member_list: (await listMembers(db, session.accountId)).map((one) => toResponse(one, session)) });

/** PATCH /dashboard/members/{member_id} */
export const patchDashboardMembersMemberId: Operation<"patchDashboardMembersMemberId"> = async (call, deps) => {
  const { role } = call.body;
  const changed = await changeMember(deps, call.path.member_id, async (tx, { target, actor, members }) => {
    assertReach(actor.role, role);
    if (role !== "owner") assertOwnerLeft(members, target);
    deps.note({ detail: `${target.role} → ${role}` });
    await putMember(tx, { ...toChange(deps, target), role });
    return { ...target, role };
  });
  return call.reply(200, toResponse(changed, deps.session));
};

/** DELETE /dashboard/members/{member_id} */
export const deleteDashboardMembersMemberId: Operation<"deleteDashboardMembersMemberId"> = async (call, deps) => {
  const removed = await changeMember(deps, call.path.member_id, async (tx, { target, members }) => {
    assertOwnerLeft(members, target);
    deps.note({ detail: target.role });
    await removeMember(tx, toChange(deps, target));
    return target;
  });
  return call.reply(200, toResponse(removed, deps.session));
};

type HandOver = Operation<"postDashboardMembersMemberIdOwnership">;

/** POST /dashboard/members/{member_id}/ownership */
export const postDashboardMembersMemberIdOwnership: HandOver = async ({ path, reply }, deps) => {
  const members = await changeMember(deps, path.member_id, async (tx, { target, actor }) => {
    if (target.subject === actor.subject) throw invalidParams({ member_id: "must be another member" });
    await putMember(tx, { ...toChange(deps, target), role: "owner" });
    await putMember(tx, { ...toChange(deps, actor), role: "admin" });
    return await listMembers(tx, deps.session.accountId);
  });
  return reply(200, { member_list: members.map((one) => toResponse(one, deps.session)) });
};

interface Team {
  /** Who asks, with the role of this moment. */
  readonly actor: Member;
  readonly target: Member;
  readonly members: readonly Member[];
}

/** @throws ServiceError not_found; role_not_allowed if the target is above who asks */
const changeMember = <T>(
  { db, session, operationId }: CallDeps,
  memberId: string,
  change: (tx: Store, team: Team) => Promise<T>,
): Promise<T> =>
  inTeam(db, session.accountId, async (tx) => {
    const members = await listMembers(tx, session.accountId);
    const actor = findActor(members, { session, operationId });
    const subject = parseSubject(memberId);
    const target = members.find((member) => member.subject === subject);
    if (target === undefined) throw new ServiceError("not_found", "The account has no such member");
    assertReach(actor.role, target.role);
    return await change(tx, { actor, target, members });
  });

/**
 * Who asks, with the role of this moment: it may have changed since the request was authenticated.
 * @throws ServiceError role_not_allowed
 */
export function findActor(
  members: readonly Member[],
  { session, operationId }: Pick<CallDeps, "operationId" | "session">,
): Member {
  const actor = members.find((member) => member.subject === session.subject);
  if (actor === undefined) throw roleNotAllowed(session.role);
  assertMay({ ...session, role: actor.role }, operationId);
  return actor;
}

/** Nobody decides about a role above their own. @throws ServiceError role_not_allowed */
export function assertReach(own: Role, role: Role): void {
  if (ROLES.indexOf(own) > ROLES.indexOf(role)) throw roleNotAllowed(own);
}

/** @throws ServiceError invalid_params if no owner would be left */
export function assertOwnerLeft(members: readonly Member[], leaving: Member): void {
  const others = members.filter(({ subject, role }) => role === "owner" && subject !== leaving.subject);
  if (leaving.role === "owner" && others.length === 0)
    throw invalidParams({ member_id: "is the account's last owner: make another member an owner first" });
}

const toChange = ({ session }: CallDeps, { subject }: Member) => ({
  accountId: session.accountId,
  subject,
  ownName: nameOwner(subject),
});

const toResponse = ({ subject, role, joinedAt }: Member, session: CallDeps["session"]): MemberResponse => ({
  id: subject,
  ...toOwnerResponse(subject),
  role,
  is_self: subject === session.subject,
  joined_at: toSeconds(joinedAt),
});
