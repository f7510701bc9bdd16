import type { ReactNode } from "react";
import { api } from "../api/api.ts";
import { Problem } from "../api/problem.ts";
import { SessionContext } from "../api/useSession.ts";
import { Announcements } from "@portico/ui";
import { ErrorNote } from "../parts/ErrorNote.tsx";
import { Bones } from "../parts/Loaded.tsx";
import { SignInPage } from "../pages/SignInPage.tsx";
import { Shell } from "./Shell.tsx";

/** The dashboard for signed-in users, and the sign-in page for others. */
export const Gate = (): ReactNode => (
  <>
    <Inside />
    <Announcements />
  </>
);

function Inside() {
  const { data, error, refetch } = api.useQuery("get", "/dashboard/session", {}, { staleTime: 60_000 });
  if (error instanceof Problem && error.status === 401) return <SignInPage wasSignedIn={data !== undefined} />;
  if (data !== undefined)
    return (
      <SessionContext value={data}>
        <Shell />
      </SessionContext>
    );
  return <main className="landing">{error === null ? <Bones /> : <ErrorNote error={error} retry={refetch} />}</main>;
}
