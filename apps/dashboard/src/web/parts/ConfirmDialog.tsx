import type { ReactNode } from "react";
import { Button, Dialog } from "@portico/ui";
import { ErrorNote } from "./ErrorNote.tsx";

interface ConfirmDialogProps {
  readonly title: string;
  readonly children: ReactNode;
  /** The label of the confirming button. */
  readonly action: string;
  readonly isHarmful?: boolean;
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly confirm: () => void;
  readonly close: () => void;
}

/** Asks for confirmation of an irreversible action. */
export const ConfirmDialog = (props: ConfirmDialogProps) => (
  <Dialog title={props.title} lead={props.children} close={props.close}>
    <ErrorNote error={props.error} />
    <div className="actions end">
      <Button onClick={props.close}>Cancel</Button>
      <Button look={props.isHarmful === false ? "main" : "danger main"} isBusy={props.isBusy} onClick={props.confirm}>
        {props.action}
      </Button>
    </div>
  </Dialog>
);
