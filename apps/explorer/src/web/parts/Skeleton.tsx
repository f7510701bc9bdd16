import { t } from "../languages/t.ts";

interface SkeletonProps {
  /** What is loading, for screen readers. */
  readonly label: string;
  readonly rows?: number;
  readonly look?: "rows" | "cards" | "tall";
}

/** A grey placeholder while content loads. */
export const Skeleton = ({ label, rows = 5, look = "rows" }: SkeletonProps) => (
  <div className={`skeleton ${look}`} role="status">
    <span className="unseen">{t("parts.loading", { label })}</span>
    {look === "tall" ? (
      <span className="bone tall" aria-hidden />
    ) : (
      Array.from({ length: rows }, (_, row) => (
        <span key={row} className="skeleton-row" aria-hidden>
          {look === "rows" && <span className="skeleton-dot" />}
          <span className="bone" />
          <span className="bone short" />
        </span>
      ))
    )}
  </div>
);
