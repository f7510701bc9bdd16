import { shortAddress } from "@portico/client";
import { announce, Button } from "@portico/ui";
import { Link, useRouterState } from "@tanstack/react-router";
import { AddressMark } from "../parts/AddressMark.tsx";
import { signOut, useSession } from "../api/useSession.ts";
import { t } from "../languages/t.ts";

/** Signing in; for a signed-in user the own address, and signing out. */
export function SessionLinks() {
  const session = useSession();
  const to = useRouterState({ select: ({ location: { publicHref } }) => withoutProblem(publicHref) });
  if (session?.is_enabled !== true) return null;
  if (session.address === null) return <a href={`/auth/login?to=${encodeURIComponent(to)}`}>{t("shell.signIn")}</a>;
  const { address } = session;
  return (
    <>
      <Link to="/address/$address" params={{ address }} search={{}} title={t("shell.yourAddress", { address })}>
        <AddressMark address={address} /> <span className="wide">{shortAddress(address)}</span>
      </Link>
      <Button size="small" look="plain" onClick={() => void signOut().catch(reportFailure)}>
        {t("shell.signOut")}
      </Button>
    </>
  );
}

/** The page to return to, without the problem of an earlier sign-in. */
function withoutProblem(href: string): string {
  const { pathname, searchParams } = new URL(href, location.origin);
  searchParams.delete("problem");
  const query = searchParams.toString();
  return query === "" ? pathname : `${pathname}?${query}`;
}

const reportFailure = (): void => announce(t("shell.signOutFailed"));
