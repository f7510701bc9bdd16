import type { ReactNode } from "react";
import { Button } from "@portico/ui";
import { FormError } from "./FormError.tsx";

interface EditFormProps {
  readonly children: ReactNode;
  readonly submit: () => void;
  /** The label of the submit button. */
  readonly action: string;
  readonly isBusy: boolean;
  /** Nothing to submit yet. */
  readonly isOff?: boolean;
  readonly error: unknown;
  /** For a destructive action. */
  readonly isDanger?: boolean;
  /** In a dialog: closes it. */
  readonly cancel?: () => void;
  /** In a dialog: further actions. */
  readonly other?: ReactNode;
}

/** Fields, with their error above and the actions below. */
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
