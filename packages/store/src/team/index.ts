export { deleteOldAuditEntries, listAuditEntries, writeAuditEntry } from "./auditLog.ts";
export { createInvitation, deleteExpiredInvitations, findInvitation, listInvitations } from "./invitations.ts";
export { takeInvitation, type Invitation } from "./invitations.ts";
export { inTeam, listMembers, listMemberships, putMember, removeMember, type Member } from "./members.ts";
export type { Membership } from "./members.ts";
export { ROLES, type Role } from "./teamSchema.ts";
