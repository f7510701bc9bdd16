import type { ReactNode } from "react";
import { ShareButton } from "../../parts/ShareButton.tsx";
import { PageHeading } from "../../parts/PageHeading.tsx";
import "../../style/subjectPage.css";

interface SubjectHeadProps {
  /** Sanitised. */
  readonly title: string;
  /** The title in the browser's tab. */
  readonly tab: string;
  readonly picture: ReactNode;
  /** Badges and links beside the title. */
  readonly marks?: ReactNode;
  /** What it is called and where it is, below the title. */
  readonly lead?: ReactNode;
  /** Its most important figure. */
  readonly figure?: ReactNode;
  /** Whether only this browser has it: nobody else could open its link. */
  readonly isPrivate?: boolean;
}

/** The head of a page about one thing: a token, a protocol, a transaction. */
export const SubjectHead = ({ title, tab, picture, marks, lead, figure, isPrivate = false }: SubjectHeadProps) => (
  <div className="card subject-head">
    <span className="subject-picture">{picture}</span>
    <div className="subject-names">
      <div className="subject-title">
        <PageHeading level={1} title={title} tab={tab} />
        {marks}
        {!isPrivate && <ShareButton />}
      </div>
      {lead !== undefined && <div className="subject-lead quiet">{lead}</div>}
    </div>
    {figure !== undefined && <div className="subject-figure">{figure}</div>}
  </div>
);
