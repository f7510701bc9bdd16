import { PorticoError } from "@portico/client";

/** The Retry-After of a 429, in seconds; undefined without one. */
export function secondsToWait(error: unknown): number | undefined {
  if (!(error instanceof PorticoError) || error.status !== 429) return undefined;
  const seconds = Number(error.response?.headers.get("retry-after") ?? 0);
  return seconds > 0 ? seconds : undefined;
}

/** What failed, and what to do about it. */
export function explainFailure(error: unknown): { readonly title: string; readonly text: string } {
  if (!(error instanceof PorticoError) || error.status === 0)
    return { title: "The server can't be reached", text: "Check your connection, then try again." };
  const { status, message, problem } = error;
  if (status === 429) {
    const wait = secondsToWait(error);
    const text = wait === undefined ? "Try again in a moment." : `It retries automatically in ${wait} s.`;
    return { title: "Too many requests", text };
  }
  if (status >= 500)
    return {
      title: status === 503 ? "The chain can't be read right now" : "The server has a problem",
      text: `Try again in a moment${problem === undefined ? "." : `; if the problem persists, send the operator the request id ${problem.request_id}.`}`,
    };
  return { title: "That can't be shown", text: message };
}
