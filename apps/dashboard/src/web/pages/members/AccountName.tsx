import { announce, Card } from "@portico/ui";
import { useState } from "react";
import { api } from "../../api/api.ts";
import { fieldProblem } from "../../api/problem.ts";
import { useSession } from "../../api/useSession.ts";
import { EditForm } from "../../parts/EditForm.tsx";
import { Field } from "../../parts/Field.tsx";

/** The account's name, for those who may change it. */
export function AccountName() {
  const { name } = useSession();
  const [draft, setDraft] = useState(name);
  const { mutate, isPending, error } = api.useMutation("patch", "/dashboard/account", {
    onSuccess: () => announce("Saved"),
  });
  return (
    <Card title="Account" lead="The name that members see when they change to it">
      <EditForm
        submit={() => mutate({ body: { name: draft } })}
        action="Save"
        needs="account.write"
        isBusy={isPending}
        isOff={draft.trim() === name || draft.trim() === ""}
        error={error}
      >
        <Field label="Name of the account" wrong={fieldProblem(error, "name")}>
          {(tie) => (
            <input {...tie} required maxLength={60} value={draft} onChange={({ target }) => setDraft(target.value)} />
          )}
        </Field>
      </EditForm>
    </Card>
  );
}
