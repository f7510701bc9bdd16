import { CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

interface NoteProps {
  readonly tone?: "bad" | "caution" | "good" | "plain";
  readonly title: string;
  readonly children?: ReactNode;
}

const ICONS = { bad: TriangleAlert, caution: TriangleAlert, good: CircleCheck, plain: Info };

/** An inline message; an error is announced by screen readers at once. */
export function Note({ tone = "plain", title, children }: NoteProps) {
  const Icon = ICONS[tone];
  return (
    <div className={`note ${tone}`} role={tone === "bad" ? "alert" : undefined}>
      <Icon size={18} aria-hidden />
      <div>
        <strong>{title}</strong>
        {children}
      </div>
    </div>
  );
}
