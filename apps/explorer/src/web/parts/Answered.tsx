import type { ReactNode } from "react";
import type { Answer } from "../api/explorerApi.ts";
import { FailureNote } from "./FailureNote.tsx";
import { PartialNote } from "./PartialNote.tsx";
import { Skeleton } from "./Skeleton.tsx";

interface AnsweredProps<Data> {
  readonly query: {
    readonly data: Answer<Data> | undefined;
    readonly error: unknown;
    readonly isFetching: boolean;
    readonly refetch: () => unknown;
  };
  /** What is loaded, in a few words: "tokens". */
  readonly label: string;
  readonly children: (data: Data, meta: Answer<Data>["meta"]) => ReactNode;
  readonly skeleton?: ReactNode;
  /** Omits the note on missing chains, if the page shows it elsewhere. */
  readonly isQuiet?: boolean;
}

/**
 * A query's result with a note of what is missing; otherwise the failure with a retry, or a skeleton while it loads.
 */
export function Answered<Data>({ query, label, children, skeleton, isQuiet = false }: AnsweredProps<Data>) {
  const { data: answer, error, isFetching, refetch } = query;
  if (answer !== undefined)
    return (
      <>
        {!isQuiet && <PartialNote meta={answer.meta} retry={refetch} />}
        {children(answer.data, answer.meta)}
      </>
    );
  if (error !== null) return <FailureNote error={error} retry={refetch} isBusy={isFetching} />;
  return skeleton ?? <Skeleton label={label} />;
}
