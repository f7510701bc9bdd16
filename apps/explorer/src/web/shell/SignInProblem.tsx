import { Note } from "@portico/ui";
import { useRouterState } from "@tanstack/react-router";
import { useSession } from "../api/useSession.ts";

const TEXTS: ReadonlyMap<string, string> = new Map([
  ["access_denied", "You refused in the sign-in service. Nothing was shared."],
  ["invalid_state", "The sign-in took too long, or another one was started in this browser. Start again."],
]);
const OTHER = "Signing in failed. Try again; if it keeps failing, report it to the operator of this service.";

/** Why a sign-in failed, on the page to which the server redirected with `?problem=`. */
export function SignInProblem() {
  const session = useSession();
  const problem = useRouterState({
    select: ({ location: { search } }) => ("problem" in search ? String(search.problem) : undefined),
  });
  if (problem === undefined || session?.is_enabled !== true || session.address !== null) return null;
  return (
    <Note tone="caution" title="You are not signed in">
      {TEXTS.get(problem) ?? OTHER}
    </Note>
  );
}
