import { Note } from "@portico/ui";
import { useRouterState } from "@tanstack/react-router";
import { useSession } from "../api/useSession.ts";
import { t } from "../languages/t.ts";

/** By the error code of the sign-in service. */
function explain(problem: string): string {
  if (problem === "access_denied") return t("shell.refused");
  return problem === "invalid_state" ? t("shell.tooLate") : t("shell.signInFailed");
}

/** Why a sign-in failed, on the page to which the server redirected with `?problem=`. */
export function SignInProblem() {
  const session = useSession();
  const problem = useRouterState({
    select: ({ location: { search } }) => ("problem" in search ? String(search.problem) : undefined),
  });
  if (problem === undefined || session?.is_enabled !== true || session.address !== null) return null;
  return (
    <Note tone="caution" title={t("shell.notSignedIn")}>
      {explain(problem)}
    </Note>
  );
}
