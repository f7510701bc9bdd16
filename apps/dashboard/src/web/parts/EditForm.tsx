import type { ReactNode } from "react";
import { Button } from "./Button.tsx";
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
  /** In a dialog: leaves it. */
  readonly cancel?: () => void;
}

/** Fields, what failed about them above, and what can be done below. */
export const EditForm = ({ children, submit, action, isBusy, isOff = false, error, cancel }: EditFormProps) => (
  <form
    className="fields"
    onSubmit={(event) => {
      event.preventDefault();
      submit();
    }}
  >
    <FormError error={error} />
    {children}
    <div className={cancel === undefined ? "actions" : "actions end"}>
      {cancel !== undefined && <Button onClick={cancel}>Cancel</Button>}
      <Button look="main" type="submit" isBusy={isBusy} isOff={isOff}>
        {action}
      </Button>
    </div>
  </form>
);
