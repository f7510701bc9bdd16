import type { OperatorUnitRequest } from "@portico/contract";
import { useState } from "react";
import { announce, Button, Dialog } from "@portico/ui";
import { api } from "../../api/api.ts";
import { fieldProblem } from "../../api/problem.ts";
import { EditForm } from "../../parts/EditForm.tsx";
import { Field } from "../../parts/Field.tsx";
import { UnitsField } from "../units/UnitsField.tsx";

interface DecisionDialogProps {
  readonly request: OperatorUnitRequest;
  readonly close: () => void;
}

/** Grants a request for units, or another number of them, or declines it. */
export function DecisionDialog({ request, close }: DecisionDialogProps) {
  const [draft, setDraft] = useState({ units: String(request.units), answer: "" });
  const { mutate, isPending, error } = api.useMutation(
    "post",
    "/dashboard/operator/unit_requests/{unit_request_id}/decision",
    {
      onSuccess: ({ state, account_name: name }) => {
        announce(`The request of ${name} was ${state}`);
        close();
      },
    },
  );
  const decide = (units: number | null) =>
    mutate({
      params: { path: { unit_request_id: request.id } },
      body: { granted_units: units, answer: draft.answer.trim() === "" ? null : draft.answer },
    });
  return (
    <Dialog title={`Units for ${request.account_name}`} lead={request.reason} close={close}>
      <EditForm
        submit={() => decide(Number(draft.units))}
        action="Grant"
        isBusy={isPending}
        error={error}
        cancel={close}
        other={
          <Button look="danger" isBusy={isPending} onClick={() => decide(null)}>
            Decline
          </Button>
        }
      >
        <UnitsField
          value={draft.units}
          change={(units) => setDraft({ ...draft, units })}
          wrong={fieldProblem(error, "granted_units")}
        />
        <Field label="Answer" isOptional hint="Shown to the account" wrong={fieldProblem(error, "answer")}>
          {(tie) => (
            <input
              {...tie}
              maxLength={500}
              value={draft.answer}
              onChange={({ target }) => setDraft({ ...draft, answer: target.value })}
            />
          )}
        </Field>
      </EditForm>
    </Dialog>
  );
}
