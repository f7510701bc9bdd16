import type { ReactNode } from "react";
import { useHeading } from "@portico/ui";

interface PageHeadProps {
  readonly title: string;
  readonly lead?: ReactNode;
  /** An image before the title. */
  readonly mark?: ReactNode;
  /** The link back, above the title. */
  readonly crumb?: ReactNode;
  /** The actions beside the title. */
  readonly children?: ReactNode;
}

/** A page's only h1, the document's title, and the page's actions. */
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
