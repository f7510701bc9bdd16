import { explainProblem } from "../api/explainProblem.ts";
import { Button, Note } from "@portico/ui";

/** What failed and what to do; nothing without an error. */
export function ErrorNote({ error, retry }: { readonly error: unknown; readonly retry?: () => unknown }) {
  if (error === null || error === undefined) return null;
  const { title, text } = explainProblem(error);
  return (
    <Note tone="bad" title={title}>
      <p>{text}</p>
      {retry !== undefined && (
        <Button size="small" onClick={() => void retry()}>
          Try again
        </Button>
      )}
    </Note>
  );
}
