import { ChevronLeft, ChevronRight } from "lucide-react";
import { Button } from "@portico/ui";
import { formatCount } from "@portico/ui/browser";

interface PagerProps {
  /** What the list is, for screen readers. */
  readonly list: string;
  readonly start: number;
  readonly limit: number;
  readonly total: number;
  readonly go: (start: number) => void;
}

/** The visible part of a long list, and links to the next and previous. */
export const Pager = ({ list, start, limit, total, go }: PagerProps) => (
  <nav className="pages" aria-label={`Pages of ${list}`}>
    <span role="status" className="number">
      {formatCount(Math.min(start + 1, total))}–{formatCount(Math.min(start + limit, total))} of {formatCount(total)}
    </span>
    <div className="actions">
      <Button
        size="small"
        aria-label="Previous page"
        icon={<ChevronLeft size={16} aria-hidden />}
        isOff={start === 0}
        onClick={() => go(Math.max(0, start - limit))}
      />
      <Button
        size="small"
        aria-label="Next page"
        icon={<ChevronRight size={16} aria-hidden />}
        isOff={start + limit >= total}
        onClick={() => go(start + limit)}
      />
    </div>
  </nav>
);
