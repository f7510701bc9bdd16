import { type ReactNode, useState } from "react";
import { Button, Card } from "@portico/ui";
import { ConfirmDialog } from "./ConfirmDialog.tsx";

interface DeleteCardProps {
  /** "the app". */
  readonly what: string;
  readonly lead: string;
  /** "Delete Maps?" */
  readonly question: string;
  /** What is lost by it. */
  readonly children: ReactNode;
  readonly confirm: () => void;
  readonly isBusy: boolean;
  readonly error: unknown;
}

/** A section by which something is deleted, after a question. */
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
