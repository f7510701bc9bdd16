import { type ReactNode, useState } from "react";
import { Button, Card } from "@portico/ui";
import { ConfirmDialog } from "./ConfirmDialog.tsx";

interface DeleteCardProps {
  /** "the app". */
  readonly what: string;
  readonly lead: string;
  /** "Delete Maps?" */
  readonly question: string;
  /** What the deletion destroys. */
  readonly children: ReactNode;
  readonly confirm: () => void;
  readonly isBusy: boolean;
  readonly error: unknown;
}

/** A section with a delete button and its confirmation. */
export function DeleteCard({ what, lead, question, children, ...asked }: DeleteCardProps) {
  const [isAsking, setIsAsking] = useState(false);
  const button = (
    <Button look="danger" onClick={() => setIsAsking(true)}>
      Delete …
    </Button>
  );
  return (
    <Card title={`Delete ${what}`} lead={lead} isDanger actions={button}>
      {isAsking && (
        <ConfirmDialog {...asked} title={question} action={`Delete ${what}`} close={() => setIsAsking(false)}>
          {children} This can&rsquo;t be undone.
        </ConfirmDialog>
      )}
    </Card>
  );
}
