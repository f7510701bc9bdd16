import { useEffect, useRef } from "react";
import { Button } from "@portico/ui";
import { FailureNote } from "../../parts/FailureNote.tsx";
import { t } from "../../languages/t.ts";

interface MoreEventsProps {
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly error: unknown;
  readonly load: () => unknown;
  /**
   * Number of visible rows: while it grows, more is loaded automatically; pages of hidden spam don't cause an endless
   * loop.
   */
  readonly shownCount: number;
  /** Whether more is loaded only by the button. */
  readonly isPaused?: boolean;
}

/** Loads older transactions: by scrolling, and by a button. */
export function MoreEvents({ hasMore, isLoading, error, load, shownCount, isPaused = false }: MoreEventsProps) {
  const end = useRef<HTMLDivElement>(null);
  const loadNow = useRef(load);
  loadNow.current = load;
  const isReady = hasMore && !isLoading && error === null && !isPaused;
  useEffect(() => {
    if (!isReady || end.current === null) return undefined;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting === true) loadNow.current();
      },
      { rootMargin: "400px" },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [isReady, shownCount]);
  if (error !== null) return <FailureNote error={error} retry={load} isBusy={isLoading} />;
  if (!hasMore) return null;
  return (
    <div className="more-events" ref={end}>
      <Button isBusy={isLoading} onClick={() => void load()}>
        {t(isLoading ? "history.loadingOlder" : isPaused ? "history.searchOlder" : "history.loadMore")}
      </Button>
    </div>
  );
}
