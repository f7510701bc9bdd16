import { PorticoError } from "@portico/client";
import { Button } from "../../parts/Button.tsx";
import { Note } from "../../parts/Note.tsx";

interface FailureNoteProps {
  readonly error: unknown;
  readonly retry: () => unknown;
  readonly isBusy?: boolean;
}

/** What failed and what to do about it. */
export function FailureNote({ error, retry, isBusy = false }: FailureNoteProps) {
  const { title, text } = explainFailure(error);
  return (
    <Note tone="bad" title={title}>
      <p>{text}</p>
      <Button size="small" isBusy={isBusy} onClick={() => void retry()}>
        Try again
      </Button>
    </Note>
  );
}

function explainFailure(error: unknown): { readonly title: string; readonly text: string } {
  if (!(error instanceof PorticoError) || error.status === 0)
    return { title: "The server can't be reached", text: "Check your connection, then try again." };
  const { status, message, problem } = error;
  const wait = Number(error.response?.headers.get("retry-after") ?? 0);
  if (status === 429)
    return { title: "That was a bit fast", text: `Try again in ${wait > 0 ? `${wait} s` : "a moment"}.` };
  if (status >= 500)
    return {
      title: status === 503 ? "The chain can't be read right now" : "The server has a problem",
      text: `Try again in a moment${problem === undefined ? "." : `; if it stays, tell the operator the request ${problem.request_id}.`}`,
    };
  return { title: "That can't be shown", text: message };
}
