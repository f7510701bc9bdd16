import { type ReactNode, useEffect } from "react";
import { useRouterState } from "@tanstack/react-router";
import { api } from "../api/api.ts";
import { isShown } from "../api/callServer.ts";
import { Problem } from "../api/problem.ts";
import { SessionContext } from "../api/useSession.ts";
import { Announcements } from "@portico/ui";
import { ErrorNote } from "../parts/ErrorNote.tsx";
import { Bones } from "../parts/Loaded.tsx";
import { PublicNotFoundPage } from "../pages/NotFoundPage.tsx";
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
  const isKnown = useRouterState({ select: ({ matches }) => matches.length > 1 }); // otherwise only the root matches
  if (error instanceof Problem && error.status === 401)
    return isKnown ? <SignInPage wasSignedIn={data !== undefined} /> : <PublicNotFoundPage />;
  if (data !== undefined)
    return isShown(data.account_id) ? (
      <SessionContext value={data}>
        <Shell />
      </SessionContext>
    ) : (
      <OtherAccount />
    );
  return <main className="landing">{error === null ? <Bones /> : <ErrorNote error={error} retry={refetch} />}</main>;
}

/** The session works in another account by now, changed in another tab: nothing of the former stays on the page. */
function OtherAccount() {
  useEffect(() => location.assign("/"), []);
  return <Bones />;
}
