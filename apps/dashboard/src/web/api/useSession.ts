import type { DashboardSession } from "@portico/contract";
import { createContext, use } from "react";

export const SessionContext = createContext<DashboardSession | null>(null);

/** Who is signed in. @throws Error outside of the signed-in part. */
export function useSession(): DashboardSession {
  const session = use(SessionContext);
  if (session === null) throw new Error("Nobody is signed in here");
  return session;
}
