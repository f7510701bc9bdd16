import type { Invitation as InvitationResponse } from "@portico/contract";
import { invalidParams, ServiceError } from "@portico/server";
import {
  createInvitation,
  findInvitation,
  inTeam,
  listInvitations,
  listMembers,
  parseSubject,
  putMember,
  takeInvitation,
  type Invitation,
  type Store,
  type Subject,
} from "@portico/store";
import type { CallDeps, Operation } from "../deps.ts";
import { nameOwner, toSeconds } from "../ownerResponse.ts";
import { assertReach, findActor } from "./members.ts";
import { enterAccount } from "./memberships.ts";

const MEMBERS_MAX = 100;
const PENDING_MAX = 50;
const TTL_SECONDS = 7 * 86_400;

/** GET /dashboard/invitations */
export const getDashboardInvitations: Operation<"getDashboardInvitations"> = async ({ reply }, { db, session }) =>
  reply(200, { invitation_list: (await listInvitations(db, session.accountId)).map(toResponse) });

/** POST /dashboard/invitations */
export const postDashboardInvitations: Operation<"postDashboardInvitations"> = async ({ body, reply }, deps) => {
  const { db, session, limits, url, note } = deps;
  const { accountId, subject: invitedBy } = session;
  const { role } = body;
  const invitee = body.invitee === null ? null : readInvitee(body.invitee.trim());
  await limits("newByAccount", accountId);
  const made = await inTeam(db, accountId, async (tx) => {
    const members = await listMembers(tx, accountId);
    assertReach(findActor(members, deps).role, role);
    if (members.some(({ subject }) => subject === invitee)) throw invalidParams({ invitee: "is a member already" });
    if ((await listInvitations(tx, accountId)).length >= PENDING_MAX)
      throw invalidParams({ body: `exceeds the limit of ${PENDING_MAX} pending invitations: revoke one first` });
    return await createInvitation(tx, { accountId, role, invitee, invitedBy, ttlSeconds: TTL_SECONDS });
  });
  const invitation = await getInvitation(db, made.secret, invitee);
  note({ subject: invitation.id, detail: invitee === null ? role : `${role}, ${invitee}` });
  const answer = { invitation: toResponse(invitation), link: `${url}/join#${made.secret}` };
  return reply(201, answer, { "Cache-Control": "no-store" });
};

/** DELETE /dashboard/invitations/{invitation_id} */
export const deleteDashboardInvitationsInvitationId: Operation<"deleteDashboardInvitationsInvitationId"> = async (
  { path, reply },
  { db, session },
) => {
  if (!(await takeInvitation(db, { id: path.invitation_id, accountId: session.accountId }))) throw notFound();
  return reply(204);
};

/** POST /dashboard/invitations/preview */
export const postDashboardInvitationsPreview: Operation<"postDashboardInvitationsPreview"> = async (
  { body, reply },
  { db, session },
) => {
  const invitation = await getInvitation(db, body.secret, session.subject);
  const members = await listMembers(db, invitation.accountId);
  return reply(200, {
    account_name: invitation.accountName,
    role: invitation.role,
    invited_by: invitation.invitedBy,
    expires_at: toSeconds(invitation.expiresAt),
    is_member: members.some(({ subject }) => subject === session.subject),
  });
};

/** POST /dashboard/invitations/acceptance */
export const postDashboardInvitationsAcceptance: Operation<"postDashboardInvitationsAcceptance"> = async (
  { body, reply },
  deps,
) => {
  const { db, session, note } = deps;
  const invitation = await getInvitation(db, body.secret, session.subject);
  await join(deps, invitation);
  note({ accountId: invitation.accountId, subject: session.subject, detail: invitation.role });
  return reply(200, await enterAccount(deps, invitation.accountId));
};

const join = ({ db, session: { subject } }: CallDeps, { id, accountId, role }: Invitation) =>
  inTeam(db, accountId, async (tx) => {
    const members = await listMembers(tx, accountId);
    if (members.some((member) => member.subject === subject))
      throw invalidParams({ secret: "is for an account of which you are a member" });
    if (members.length >= MEMBERS_MAX)
      throw invalidParams({ secret: `is for an account with ${MEMBERS_MAX} members, which is the limit` });
    if (!(await takeInvitation(tx, { id, accountId }))) throw notFound();
    await putMember(tx, { accountId, subject, role, ownName: nameOwner(subject) });
  });

/** @throws ServiceError not_found; invalid_params for one of another address */
async function getInvitation(db: Store, secret: string, subject: Subject | null): Promise<Invitation> {
  const invitation = await findInvitation(db, secret);
  if (invitation === undefined) throw notFound();
  if (invitation.invitee !== null && invitation.invitee !== subject)
    throw invalidParams({ secret: "is for another address: sign in with that one" });
  return invitation;
}

const notFound = () =>
  new ServiceError("not_found", "No such invitation: it was accepted or revoked, or is over. Ask for another");

function readInvitee(text: string): Subject {
  const subject = parseSubject(text);
  if (subject === undefined)
    throw invalidParams({ invitee: "must be an address, or eip155:<chain>:<address> for a contract" });
  return subject;
}

const toResponse = (invitation: Invitation): InvitationResponse => ({
  id: invitation.id,
  role: invitation.role,
  invitee: invitation.invitee,
  invited_by: invitation.invitedBy,
  created_at: toSeconds(invitation.createdAt),
  expires_at: toSeconds(invitation.expiresAt),
});
