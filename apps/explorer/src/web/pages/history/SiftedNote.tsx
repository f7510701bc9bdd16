import { formatTimestamp } from "@portico/ui/browser";
import { t } from "../../languages/t.ts";

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
    {oldest !== undefined && hasMore
      ? t("history.matchingSince", { matching, loaded, time: formatTimestamp(oldest) })
      : t("history.matching", { matching, loaded })}
  </p>
);
