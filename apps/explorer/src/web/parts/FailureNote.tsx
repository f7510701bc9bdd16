import { useEffect, useRef } from "react";
import { Button, Note } from "@portico/ui";
import { explainFailure, secondsToWait } from "./explainFailure.ts";
import { t } from "../languages/t.ts";

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
        {t("parts.tryAgain")}
      </Button>
    </Note>
  );
}
