import type { ReactNode } from "react";
import { ErrorNote } from "./ErrorNote.tsx";

interface LoadedProps<Data> {
  readonly query: {
    readonly data: Data | undefined;
    readonly error: unknown;
    readonly refetch: () => unknown;
  };
  readonly children: (data: Data) => ReactNode;
  /** Shown while there is no data yet. */
  readonly bones?: ReactNode;
}

/** A query's data; otherwise its error, or a placeholder while it loads. Old data stays while new data loads. */
export function Loaded<Data>({ query, children, bones = <Bones /> }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error !== null && query.error !== undefined) return <ErrorNote error={query.error} retry={query.refetch} />;
  return bones;
}

/** Grey lines as a placeholder for text. */
export const Bones = ({ lines = 4 }: { readonly lines?: number }) => (
  <div role="status">
    <span className="unseen">Loading …</span>
    {Array.from({ length: lines }, (_, line) => (
      <span key={line} className="bone" aria-hidden />
    ))}
  </div>
);
