import { formatCount, formatTimestamp } from "@portico/ui/browser";

interface SiftedNoteProps {
  readonly loaded: number;
  readonly matching: number;
  /** Of the oldest loaded one, unix seconds. */
  readonly oldest: number | undefined;
  readonly hasMore: boolean;
}

/** How much of a history was searched by the filters that only loaded transactions can be searched by. */
export const SiftedNote = ({ loaded, matching, oldest, hasMore }: SiftedNoteProps) => (
  <p className="quiet small number sifted-note" role="status">
    {formatCount(matching)} of {formatCount(loaded)} loaded transactions match
    {oldest !== undefined &&
      hasMore &&
      `, back to ${formatTimestamp(oldest)}; older ones are searched as they are loaded`}
    .
  </p>
);
