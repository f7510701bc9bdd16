import { PorticoError } from "@portico/client";
import { useEffect, useRef } from "react";
import { Button, Note } from "@portico/ui";

interface FailureNoteProps {
  readonly error: unknown;
  readonly retry: () => unknown;
  readonly isBusy?: boolean;
}

/**
 * What failed and what to do about it. After a 429 the user need do nothing: the request is retried when the server
 * allows it.
 */
export function FailureNote({ error, retry, isBusy = false }: FailureNoteProps) {
  const { title, text } = explainFailure(error);
  const retryNow = useRef(retry);
  retryNow.current = retry;
  useEffect(() => {
    const seconds = secondsToWait(error);
    if (seconds === undefined) return undefined;
    const timer = setTimeout(() => void retryNow.current(), seconds * 1000);
    return () => clearTimeout(timer);
  }, [error]);
  return (
    <Note tone="bad" title={title}>
      <p>{text}</p>
      <Button size="small" isBusy={isBusy} onClick={() => void retry()}>
        Try again
      </Button>
    </Note>
  );
}

/** The Retry-After of a 429, in seconds; undefined without one. */
function secondsToWait(error: unknown): number | undefined {
  if (!(error instanceof PorticoError) || error.status !== 429) return undefined;
  const seconds = Number(error.response?.headers.get("retry-after") ?? 0);
  return seconds > 0 ? seconds : undefined;
}

function explainFailure(error: unknown): { readonly title: string; readonly text: string } {
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
