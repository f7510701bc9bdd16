import type { ReactNode } from "react";
import { useHeading } from "@portico/ui";
import { useAddressName } from "../shell/useAddressName.ts";

interface PageHeadingProps {
  readonly title: string;
  /** In the tab of the browser, before whose page it is. */
  readonly tab?: string;
  readonly level?: 1 | 2;
  readonly isUnseen?: boolean;
  readonly children?: ReactNode;
}

/** A page's heading: names the browser's tab, and takes the focus when somebody comes from another page. */
export function PageHeading({ title, tab = title, level = 2, isUnseen = false, children }: PageHeadingProps) {
  const owner = useAddressName();
  const heading = useHeading(owner === undefined || level === 1 ? tab : `${tab} · ${owner}`);
  const Level = level === 1 ? "h1" : "h2";
  return (
    <div className={isUnseen ? "unseen" : "page-heading"}>
      <Level ref={heading} tabIndex={-1}>
        {title}
      </Level>
      {children}
    </div>
  );
}
