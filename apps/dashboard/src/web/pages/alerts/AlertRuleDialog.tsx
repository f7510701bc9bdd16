import type { AlertRule, AlertRuleChange, NewAlertRule } from "@portico/contract";
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

const draftOf = ({ name, metric, threshold, window_minutes: minutes, min_requests: least, url }: AlertRule): Draft => ({
  name,
  metric,
  threshold: String(metric === "error_rate" ? Number((threshold * 100).toPrecision(12)) : threshold),
  minutes: String(minutes),
  least: String(least),
  url: url ?? "",
});

const bodyOf = ({ name, metric, threshold, minutes, least, url }: Draft): NewAlertRule => ({
  name,
  metric,
  threshold: metric === "error_rate" ? Number((Number(threshold) / 100).toPrecision(12)) : Number(threshold),
  window_minutes: Number(minutes),
  min_requests: Number(least),
  url: url.trim() === "" ? null : url.trim(),
});

/** Only what is different: a rule goes on firing if its condition stays the same. */
const changesOf = (rule: AlertRule, body: NewAlertRule): AlertRuleChange =>
  Object.fromEntries(Object.entries(body).filter(([name, value]) => rule[name as keyof NewAlertRule] !== value));

interface AlertRuleDialogProps {
  /** The rule to change; undefined: a new one. */
  readonly rule?: AlertRule;
  readonly close: () => void;
  /** @param secret - Of the webhook, if this gave the rule its first. */
  readonly done: (rule: AlertRule, secret: string | null) => void;
}

/** Creates or changes an alert rule. */
export function AlertRuleDialog({ rule, close, done }: AlertRuleDialogProps) {
  const [draft, setDraft] = useState(() => (rule === undefined ? NEW : draftOf(rule)));
  const create = api.useMutation("post", "/dashboard/alert_rules", {
    onSuccess: ({ alert_rule: made, secret }) => done(made, secret),
  });
  const change = api.useMutation("patch", "/dashboard/alert_rules/{alert_rule_id}", {
    onSuccess: ({ secret, ...changed }) => done(changed, secret),
  });
  const { error, isPending } = rule === undefined ? create : change;
  const isRate = draft.metric === "error_rate";
  const submit = () => {
    const body = bodyOf(draft);
    if (rule === undefined) create.mutate({ body });
    else change.mutate({ params: { path: { alert_rule_id: rule.id } }, body: changesOf(rule, body) });
  };
  const input = (name: Exclude<keyof Draft, "metric">, rest: Readonly<Record<string, string | number | boolean>>) => ({
    ...rest,
    value: draft[name],
    onChange: ({ target }: { target: { value: string } }) => setDraft({ ...draft, [name]: target.value }),
  });
  const number = (name: Exclude<keyof Draft, "metric">, min: number, max: number, step: number | "any" = 1) =>
    input(name, { type: "number", min, max, step, required: true });
  return (
    <Dialog title={rule === undefined ? "Create an alert rule" : `Change ${rule.name}`} close={close}>
      <EditForm
        submit={submit}
        action={rule === undefined ? "Create" : "Save"}
        isBusy={isPending}
        error={error}
        cancel={close}
      >
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
