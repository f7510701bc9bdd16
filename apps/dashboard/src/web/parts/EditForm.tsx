import type { Permission } from "@portico/contract";
import type { ReactNode } from "react";
import { Button } from "@portico/ui";
import { Allowed } from "./Allowed.tsx";
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
  /** What a role must include: otherwise the fields are only shown. */
  readonly needs?: Permission;
  /** In a dialog: closes it. */
  readonly cancel?: () => void;
  /** In a dialog: further actions. */
  readonly other?: ReactNode;
}

/** Fields, with their error above and the actions below. */
export const EditForm = ({ needs, ...form }: EditFormProps) =>
  needs === undefined ? (
    <Form {...form} />
  ) : (
    <Allowed
      to={needs}
      otherwise={
        <div className="fields">
          <Allowed to={needs}>{null}</Allowed>
          <fieldset className="fields" disabled>
            {form.children}
          </fieldset>
        </div>
      }
    >
      <Form {...form} />
    </Allowed>
  );

const Form = ({ children, submit, action, error, cancel, other, isDanger, ...state }: Omit<EditFormProps, "needs">) => (
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
