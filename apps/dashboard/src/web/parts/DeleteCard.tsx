import type { Permission } from "@portico/contract";
import { type ReactNode, useState } from "react";
import { Button, Card } from "@portico/ui";
import { Allowed } from "./Allowed.tsx";
import { ConfirmDialog } from "./ConfirmDialog.tsx";

interface DeleteCardProps {
  /** What a role must include. */
  readonly needs: Permission;
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
export function DeleteCard({ needs, what, lead, question, children, ...dialogProps }: DeleteCardProps) {
  const [isConfirming, setIsConfirming] = useState(false);
  const button = (
    <Allowed to={needs}>
      <Button look="danger" onClick={() => setIsConfirming(true)}>
        Delete …
      </Button>
    </Allowed>
  );
  return (
    <Card title={`Delete ${what}`} lead={lead} isDanger actions={button}>
      {isConfirming && (
        <ConfirmDialog {...dialogProps} title={question} action={`Delete ${what}`} close={() => setIsConfirming(false)}>
          {children} This can&rsquo;t be undone.
        </ConfirmDialog>
      )}
    </Card>
  );
}
