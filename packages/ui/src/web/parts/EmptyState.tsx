import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

interface EmptyStateProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly text: string;
  readonly children?: ReactNode;
}

/** Shown for an empty list: what it would contain, and how to add it. */
export const EmptyState = ({ icon: Icon, title, text, children }: EmptyStateProps) => (
  <div className="empty">
    <Icon aria-hidden />
    <p className="empty-title">{title}</p>
    <p>{text}</p>
    {children}
  </div>
);
