import { Button } from "@portico/ui";
import { countWords } from "@portico/ui/browser";

interface ShowMoreProps {
  readonly shown: number;
  readonly total: number;
  readonly step: number;
  /** What they are, in plural. */
  readonly things: string;
  readonly show: (count: number) => void;
}

/** The way to the rest of a long list, and how much that is; nothing when all of it shows. */
export const ShowMore = ({ shown, total, step, things, show }: ShowMoreProps) =>
  shown < total && (
    <p className="show-more">
      <span className="quiet small number" role="status">
        {countWords(shown)} of {countWords(total)} {things}
      </span>
      <Button size="small" onClick={() => show(Math.min(total, shown + step))}>
        Show {countWords(Math.min(step, total - shown))} more
      </Button>
    </p>
  );
