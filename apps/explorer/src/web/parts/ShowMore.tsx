import { Button } from "@portico/ui";
import { t } from "../languages/t.ts";

interface ShowMoreProps {
  readonly shown: number;
  readonly total: number;
  readonly step: number;
  /** The plural of the items. */
  readonly things: string;
  readonly show: (count: number) => void;
}

/** Shows more of a long list, and how much is left; nothing if all of it is visible. */
export const ShowMore = ({ shown, total, step, things, show }: ShowMoreProps) =>
  shown < total && (
    <p className="show-more">
      <span className="quiet small number" role="status">
        {t("parts.shownOfAll", { shown, total, things })}
      </span>
      <Button size="small" onClick={() => show(Math.min(total, shown + step))}>
        {t("parts.showMore", { count: Math.min(step, total - shown) })}
      </Button>
    </p>
  );
