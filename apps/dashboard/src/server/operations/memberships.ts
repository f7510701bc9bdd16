import type { Membership as MembershipResponse } from "@portico/contract";
import { ServiceError } from "@portico/server";
import {
  inTeam,
  listMembers,
  listMemberships,
  removeMember,
  renameAccount,
  setActingAccount,
  type Membership,
} from "@portico/store";
import type { CallDeps, Operation } from "../deps.ts";
import { nameOwner, readText } from "../ownerResponse.ts";
import { assertOwnerLeft } from "./members.ts";

/** PATCH /dashboard/account */
export const patchDashboardAccount: Operation<"patchDashboardAccount"> = async ({ body, reply }, deps) => {
  const name = readText(body.name, "name");
  await renameAccount(deps.db, deps.session.accountId, name);
  deps.note({ detail: name });
  return reply(200, { name });
};

/** GET /dashboard/accounts */
export const getDashboardAccounts: Operation<"getDashboardAccounts"> = async ({ reply }, { db, session }) => {
  const memberships = await listMemberships(db, session.subject);
  return reply(200, { account_list: memberships.map((one) => toResponse(one, session)) });
};

/** DELETE /dashboard/accounts/{account_id}: this session goes on in their own account, others in this one end. */
export const deleteDashboardAccountsAccountId: Operation<"deleteDashboardAccountsAccountId"> = async (
  { path, reply },
  { db, session, note },
) => {
  const { subject, token: keptToken } = session;
  const { account_id: accountId } = path;
  await inTeam(db, accountId, async (tx) => {
    const members = await listMembers(tx, accountId);
    const self = members.find((member) => member.subject === subject);
    if (self === undefined) throw notFound();
    assertOwnerLeft(members, self);
    await removeMember(tx, { accountId, subject, ownName: nameOwner(subject), keptToken });
    note({ accountId, subject, detail: self.role });
  });
  return reply(204);
};

/** PUT /dashboard/session/account */
export const putDashboardSessionAccount: Operation<"putDashboardSessionAccount"> = async ({ body, reply }, deps) =>
  reply(200, await enterAccount(deps, body.account_id));

/** Makes the session work in an account. @throws ServiceError not_found unless who is signed in is a member */
export async function enterAccount({ db, session }: CallDeps, accountId: string): Promise<MembershipResponse> {
  await setActingAccount(db, { token: session.token, accountId });
  const membership = (await listMemberships(db, session.subject)).find((one) => one.accountId === accountId);
  if (membership === undefined) throw notFound();
  return toResponse(membership, session);
}

const notFound = () => new ServiceError("not_found", "You are not a member of such an account");

const toResponse = ({ accountId, name, role }: Membership, session: CallDeps["session"]): MembershipResponse => ({
  account_id: accountId,
  name,
  role,
  is_own: accountId === session.ownAccountId,
});
