import type { DashboardAccount } from "@portico/contract";
import { useState } from "react";
import { api } from "../../api/api.ts";
import { fieldProblem } from "../../api/problem.ts";
import { announce, Card } from "@portico/ui";
import { formatCount, plural } from "@portico/ui/browser";
import { EditForm } from "../../parts/EditForm.tsx";
import { Field } from "../../parts/Field.tsx";

const NOTHING = { amount: "", reason: "", reference: "" };

/** Grants units or takes some back; with a reference, a second click has no effect. */
export function GrantForm({ account }: { readonly account: DashboardAccount }) {
  const [draft, setDraft] = useState(NOTHING);
  const { mutate, isPending, error } = api.useMutation("post", "/dashboard/operator/accounts/{account_id}/grants", {
    onSuccess: ({ entry, balance, is_new: isNew }) => {
      if (isNew) setDraft(NOTHING);
      announce(
        isNew
          ? `${plural(Math.abs(entry.amount), "unit")} ${entry.amount < 0 ? "taken back" : "granted"}: ${formatCount(balance)} left`
          : "A grant with this reference exists: nothing changed",
      );
    },
  });
  const { amount, reason, reference } = draft;
  const submit = () =>
    mutate({
      params: { path: { account_id: account.id } },
      body: { amount: Number(amount), reason, reference: reference.trim() === "" ? null : reference.trim() },
    });
  return (
    <Card title="Grant units">
      <EditForm submit={submit} action={Number(amount) < 0 ? "Take back" : "Grant"} isBusy={isPending} error={error}>
        <Field label="Units" hint="A negative number takes units back." wrong={fieldProblem(error, "amount")}>
          {(tie) => (
            <input
              {...tie}
              type="number"
              step={1}
              required
              value={amount}
              onChange={({ target }) => setDraft({ ...draft, amount: target.value })}
            />
          )}
        </Field>
        <Field label="Why" hint="Shown to the account's owner." wrong={fieldProblem(error, "reason")}>
          {(tie) => (
            <input
              {...tie}
              required
              maxLength={500}
              value={reason}
              onChange={({ target }) => setDraft({ ...draft, reason: target.value })}
            />
          )}
        </Field>
        <Field
          label="Reference"
          isOptional
          hint="Such as an invoice number: units are granted only once per reference."
          wrong={fieldProblem(error, "reference")}
        >
          {(tie) => (
            <input
              {...tie}
              maxLength={200}
              value={reference}
              onChange={({ target }) => setDraft({ ...draft, reference: target.value })}
            />
          )}
        </Field>
      </EditForm>
    </Card>
  );
}
