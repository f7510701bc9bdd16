import type { ReactNode } from "react";
import { Button } from "@portico/ui";
import { FormError } from "./FormError.tsx";

interface EditFormProps {
  readonly children: ReactNode;
  readonly submit: () => void;
  /** What the button that submits says. */
  readonly action: string;
  readonly isBusy: boolean;
  /** Nothing to submit yet. */
  readonly isOff?: boolean;
  readonly error: unknown;
  /** It takes something away. */
  readonly isDanger?: boolean;
  /** In a dialog: leaves it. */
  readonly cancel?: () => void;
  /** In a dialog: what else can be done. */
  readonly other?: ReactNode;
}

/** Fields, what failed about them above, and what can be done below. */
export const EditForm = ({ children, submit, action, error, cancel, other, isDanger, ...state }: EditFormProps) => (
  <form
    className="fields"
    onSubmit={(event) => {
      event.preventDefault();
      submit();
    }}
  >
    <FormError error={error} />
    {children}
    <div className={cancel === undefined && other === undefined ? "actions" : "actions end"}>
      {other}
      {cancel !== undefined && <Button onClick={cancel}>Cancel</Button>}
      <Button look={isDanger === true ? "danger main" : "main"} type="submit" {...state}>
        {action}
      </Button>
    </div>
  </form>
);
