import type { ReactNode } from "react";
import { useHeading } from "@portico/ui";

interface PageHeadProps {
  readonly title: string;
  readonly lead?: ReactNode;
  /** Before the title: a picture. */
  readonly mark?: ReactNode;
  /** Above the title: the way back. */
  readonly crumb?: ReactNode;
  /** Beside it: what can be done here. */
  readonly children?: ReactNode;
}

/** A page's only h1, its name in the tab, and what can be done with the page as a whole. */
export function PageHead({ title, lead, mark, crumb, children }: PageHeadProps) {
  const heading = useHeading(title);
  return (
    <div className="page-head">
      <div>
        {crumb}
        <div className={mark === undefined ? "" : "with-logo"}>
          {mark}
          <div>
            <h1 ref={heading} tabIndex={-1}>
              {title}
            </h1>
            {lead !== undefined && <p>{lead}</p>}
          </div>
        </div>
      </div>
      {children !== undefined && <div className="actions">{children}</div>}
    </div>
  );
}
