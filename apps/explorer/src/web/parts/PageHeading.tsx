import type { ReactNode } from "react";
import { useHeading } from "@portico/ui";
import { useAddressName } from "../shell/useAddressName.ts";

interface PageHeadingProps {
  readonly title: string;
  /** The title in the browser's tab, followed by the page's address or name. */
  readonly tab?: string;
  readonly level?: 1 | 2;
  readonly isUnseen?: boolean;
  readonly children?: ReactNode;
}

/** A page's heading: sets the document's title, and takes the focus after a navigation. */
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
