import type { DashboardSession } from "@portico/contract";
import { createContext, use } from "react";

export const SessionContext = createContext<DashboardSession | null>(null);

/** The signed-in account's session. @throws Error outside the signed-in part. */
export function useSession(): DashboardSession {
  const session = use(SessionContext);
  if (session === null) throw new Error("No user is signed in");
  return session;
}
