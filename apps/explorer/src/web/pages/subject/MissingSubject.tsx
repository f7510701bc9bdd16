import { PageHeading } from "../../parts/PageHeading.tsx";
import { ExplorerLink } from "../../parts/ExplorerLink.tsx";
import { SearchBox } from "../../shell/SearchBox.tsx";

interface MissingSubjectProps {
  /** "No such token" */
  readonly title: string;
  readonly text: string;
  /** Where a block explorer may know it. */
  readonly elsewhere?: {
    readonly chain: string;
    readonly kind: "tx" | "address" | "token" | "block";
    readonly id: string;
  };
}

/** Instead of a page whose subject is unknown here: what that means, and ways on. */
export const MissingSubject = ({ title, text, elsewhere }: MissingSubjectProps) => (
  <div className="lonely">
    <PageHeading level={1} title={title} />
    <p>{text}</p>
    {elsewhere !== undefined && (
      <p>
        <ExplorerLink {...elsewhere} />
      </p>
    )}
    <SearchBox isLarge />
  </div>
);
