import type { ReactNode } from "react";

export const Badge = ({
  tone = "",
  children,
}: {
  readonly tone?: "good" | "caution" | "bad" | "";
  readonly children: ReactNode;
}) => <span className={`badge ${tone}`}>{children}</span>;
