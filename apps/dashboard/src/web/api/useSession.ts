import type { DashboardSession, Permission } from "@portico/contract";
import { createContext, use } from "react";

export const SessionContext = createContext<DashboardSession | null>(null);

/** The signed-in account's session. @throws Error outside the signed-in part. */
export function useSession(): DashboardSession {
  const session = use(SessionContext);
  if (session === null) throw new Error("No user is signed in");
  return session;
}

/** Why the role doesn't include something; undefined if it does. */
export function useRefusal(permission: Permission): string | undefined {
  const { permissions, role } = useSession();
  return permissions.includes(permission) ? undefined : `Your role in this account, ${role}, doesn't include this.`;
}
