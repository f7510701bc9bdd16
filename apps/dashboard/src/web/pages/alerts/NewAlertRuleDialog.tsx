import type { AlertRule, AlertRuleWithSecret } from "@portico/contract";
import { useState } from "react";
import { Dialog } from "@portico/ui";
import { api } from "../../api/api.ts";
import { fieldProblem } from "../../api/problem.ts";
import { Choice } from "../../parts/Choice.tsx";
import { EditForm } from "../../parts/EditForm.tsx";
import { Field } from "../../parts/Field.tsx";

const METRICS = [
  { value: "error_rate", name: "Error rate", text: "Requests answered with a 4xx or 5xx status, per request" },
  { value: "units", name: "Units", text: "Units that requests cost" },
] as const;

const NEW = {
  name: "",
  metric: "error_rate" as AlertRule["metric"],
  threshold: "5",
  minutes: "15",
  least: "100",
  url: "",
};
type Draft = typeof NEW;

interface NewAlertRuleDialogProps {
  readonly close: () => void;
  readonly done: (made: AlertRuleWithSecret) => void;
}

export function NewAlertRuleDialog({ close, done }: NewAlertRuleDialogProps) {
  const [draft, setDraft] = useState(NEW);
  const { mutate, isPending, error } = api.useMutation("post", "/dashboard/alert_rules", { onSuccess: done });
  const isRate = draft.metric === "error_rate";
  const submit = () =>
    mutate({
      body: {
        name: draft.name,
        metric: draft.metric,
        threshold: isRate ? Number(draft.threshold) / 100 : Number(draft.threshold),
        window_minutes: Number(draft.minutes),
        min_requests: Number(draft.least),
        url: draft.url.trim() === "" ? null : draft.url.trim(),
      },
    });
  const input = (name: Exclude<keyof Draft, "metric">, rest: Readonly<Record<string, string | number | boolean>>) => ({
    ...rest,
    value: draft[name],
    onChange: ({ target }: { target: { value: string } }) => setDraft({ ...draft, [name]: target.value }),
  });
  const number = (name: Exclude<keyof Draft, "metric">, min: number, max: number, step: number | "any" = 1) =>
    input(name, { type: "number", min, max, step, required: true });
  return (
    <Dialog title="Create an alert rule" close={close}>
      <EditForm submit={submit} action="Create" isBusy={isPending} error={error} cancel={close}>
        <Field label="Name" wrong={fieldProblem(error, "name")}>
          {(tie) => <input {...tie} {...input("name", { required: true, maxLength: 60 })} />}
        </Field>
        <Choice
          legend="What to watch"
          options={METRICS}
          value={draft.metric}
          change={(metric) => setDraft({ ...draft, metric, threshold: metric === "units" ? "10000" : "5" })}
        />
        <Field
          label={isRate ? "Fires from, in percent" : "Fires from, in units"}
          wrong={fieldProblem(error, "threshold")}
        >
          {(tie) => (
            <input {...tie} {...(isRate ? number("threshold", 0.01, 100, "any") : number("threshold", 1, 1e12))} />
          )}
        </Field>
        <Field
          label="In the last minutes"
          hint="10 to 1,440, in steps of five minutes"
          wrong={fieldProblem(error, "window_minutes")}
        >
          {(tie) => <input {...tie} {...number("minutes", 10, 1440)} />}
        </Field>
        {isRate && (
          <Field label="Of at least so many requests" wrong={fieldProblem(error, "min_requests")}>
            {(tie) => <input {...tie} {...number("least", 1, 1e9)} />}
          </Field>
        )}
        <Field
          label="Webhook"
          isOptional
          hint="An https URL that is told, too, signed as in Standard Webhooks"
          wrong={fieldProblem(error, "url")}
        >
          {(tie) => <input {...tie} {...input("url", { type: "url", maxLength: 2000 })} />}
        </Field>
      </EditForm>
    </Dialog>
  );
}
