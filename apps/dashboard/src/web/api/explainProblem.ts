import { Problem } from "./problem.ts";

/** What failed, and what to do about it. */
export interface Explanation {
  readonly title: string;
  readonly text: string;
}

const KNOWN: Readonly<Record<string, Explanation>> = {
  unreachable: {
    title: "The server can't be reached",
    text: "Nothing was lost. Check your connection, then try again.",
  },
  unauthorized: { title: "You are signed out", text: "Your session ended. Sign in again to continue." },
  csrf: {
    title: "This page is out of date",
    text: "You signed in again or changed to another account elsewhere since it was loaded. Reload it, then repeat your last action.",
  },
  not_found: { title: "Not found", text: "It was deleted, or it belongs to another account." },
  app_not_validated: {
    title: "Validate the app first",
    text: "Clients can be created once you have proved that you control the app's domain.",
  },
  units_exhausted: {
    title: "No units left",
    text: "Ask the operator of this service for a grant; the overview shows how many units are left.",
  },
};

/** Describes any failure; the server's message takes precedence where it states what to do. */
export function explainProblem(error: unknown): Explanation {
  if (!(error instanceof Problem)) return { title: "Something went wrong", text: "Reload the page and try again." };
  const known = KNOWN[error.code];
  if (known !== undefined) return known;
  if (error.status === 429) return { title: "Too many requests", text: waitText(error.retryAfterS) };
  if (error.status >= 500) return ourFault(error);
  if (error.status === 403) return { title: "Not allowed", text: error.message || "Your account may not do this." };
  return { title: "That didn't work", text: error.message || "Check what you entered, then try again." };
}

const waitText = (seconds: number): string =>
  seconds > 0 ? `Nothing was lost. Try again in ${seconds} s.` : "Nothing was lost. Try again in a moment.";

const ourFault = ({ requestId }: Problem): Explanation => ({
  title: "The server has a problem",
  text: `This isn't your fault. Try again in a moment${requestId === "" ? "." : `; if the problem persists, send the operator the request id ${requestId}.`}`,
});
