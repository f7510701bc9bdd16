import type { Member, Permission } from "@portico/contract";
import { formatAccount } from "@portico/ui/browser";

export type Role = Member["role"];

/** From the most to the least, with what each may do. */
export const ROLES: readonly { readonly value: Role; readonly name: string; readonly text: string }[] = [
  { value: "owner", name: "Owner", text: "Everything, and the ownership" },
  { value: "admin", name: "Admin", text: "Everything but what concerns owners" },
  { value: "developer", name: "Developer", text: "Keys, apps, subscriptions and alerts; reads the rest" },
  { value: "viewer", name: "Viewer", text: "Reads, and changes nothing" },
];

export const roleName = (role: Role): string => ROLES.find(({ value }) => value === role)?.name ?? role;

/** The roles that a role may give, and whose members it may change: those that are not above it. */
export const rolesWithin = (own: Role): typeof ROLES => ROLES.slice(ROLES.findIndex(({ value }) => value === own));

/** Whether a member's role is in reach of who is signed in. */
export const isWithin = (
  { role, permissions }: { readonly role: Role; readonly permissions: readonly Permission[] },
  other: Role,
): boolean => permissions.includes("members.write") && rolesWithin(role).some(({ value }) => value === other);

/** An id of a member, for people. */
export function formatMember(id: string): string {
  const [, chain, address = id] = /^eip155:(\d+):(0x\w+)$/.exec(id) ?? [];
  return formatAccount(address, chain === undefined ? null : `chain ${chain}`);
}
