import { ChartColumn, KeyRound, ShieldCheck } from "lucide-react";
import type { ReactNode } from "react";
import { Note, ThemeSelect } from "@portico/ui";
import { PublicPage } from "../parts/PublicPage.tsx";

const PROBLEMS: Readonly<Record<string, string>> = {
  access_denied: "You declined in the sign-in service. Nothing was shared.",
  expired: "The sign-in took too long. Start again.",
};

const LEAD =
  "Sign in with your wallet. It costs nothing, sends no transaction, and creates your account the first time. You need an Ethereum wallet in this browser: an extension, or the browser of a wallet app.";

/** The landing page. @param wasSignedIn - Whether the session ended while the page was open. */
export function SignInPage({ wasSignedIn }: { readonly wasSignedIn: boolean }): ReactNode {
  const problem = new URLSearchParams(location.search).get("problem");
  const to = problem === null ? location.pathname + location.search : location.pathname;
  return (
    <PublicPage title="Sign in" heading="Your apps, keys and units" lead={LEAD}>
      {wasSignedIn && (
        <Note tone="caution" title="Your session ended">
          Sign in again to continue where you were.
        </Note>
      )}
      {location.pathname === "/join" && (
        <Note tone="plain" title="You are invited to an account">
          Sign in to see which, and to accept. Your own account stays separate.
        </Note>
      )}
      {problem !== null && (
        <Note tone="caution" title="You are not signed in">
          {PROBLEMS[problem] ??
            "Signing in didn't work. Try again; if the problem persists, contact the operator of this service."}
        </Note>
      )}
      <a className="button main full" href={`/dashboard/sign-in?to=${encodeURIComponent(to)}`}>
        Sign in with your wallet
      </a>
      <p className="landing-other">
        Just looking? <a href="/explore">Explore any address</a>, without signing in.
      </p>
      <ul>
        <li>
          <KeyRound size={17} aria-hidden /> Access keys, restricted to what they need
        </li>
        <li>
          <ShieldCheck size={17} aria-hidden /> Apps where users sign in with their wallet
        </li>
        <li>
          <ChartColumn size={17} aria-hidden /> Your usage, by day, operation and key
        </li>
      </ul>
      <p className="landing-other">
        <ThemeSelect />
      </p>
    </PublicPage>
  );
}
