import type { AlertRule } from "@portico/contract";
import { useState } from "react";
import { announce, Button } from "@portico/ui";
import { api } from "../../api/api.ts";
import { ConfirmDialog } from "../../parts/ConfirmDialog.tsx";
import { AlertRuleDialog } from "./AlertRuleDialog.tsx";
import { WebhookSecretDialog } from "./WebhookSecretDialog.tsx";

/** Changes, pauses, resumes or deletes a rule. */
export function AlertRuleActions({ rule }: { readonly rule: AlertRule }) {
  const { id, name, is_paused: isPaused } = rule;
  const [isConfirming, setIsConfirming] = useState(false);
  const [isEditing, setIsEditing] = useState(false);
  const [secret, setSecret] = useState<string>();
  const params = { path: { alert_rule_id: id } };
  const pause = api.useMutation("patch", "/dashboard/alert_rules/{alert_rule_id}", {
    onSuccess: ({ is_paused: isNowPaused }) => announce(`${name} ${isNowPaused ? "paused" : "resumed"}`),
  });
  const remove = api.useMutation("delete", "/dashboard/alert_rules/{alert_rule_id}", {
    onSuccess: () => {
      setIsConfirming(false);
      announce(`${name} deleted`);
    },
  });
  return (
    <div className="actions">
      <Button size="small" aria-label={`Change ${name}`} onClick={() => setIsEditing(true)}>
        Change …
      </Button>
      <Button
        size="small"
        isBusy={pause.isPending}
        aria-label={`${isPaused ? "Resume" : "Pause"} ${name}`}
        onClick={() => pause.mutate({ params, body: { is_paused: !isPaused } })}
      >
        {isPaused ? "Resume" : "Pause"}
      </Button>
      <Button size="small" look="danger" aria-label={`Delete ${name}`} onClick={() => setIsConfirming(true)}>
        Delete …
      </Button>
      {isEditing && (
        <AlertRuleDialog
          rule={rule}
          close={() => setIsEditing(false)}
          done={(changed, made) => {
            setIsEditing(false);
            announce(`${changed.name} changed`);
            setSecret(made ?? undefined);
          }}
        />
      )}
      {secret !== undefined && <WebhookSecretDialog secret={secret} close={() => setSecret(undefined)} />}
      {isConfirming && (
        <ConfirmDialog
          title={`Delete ${name}?`}
          action="Delete the rule"
          isBusy={remove.isPending}
          error={remove.error}
          confirm={() => remove.mutate({ params })}
          close={() => setIsConfirming(false)}
        >
          It does not fire any more, and its webhook is not called. This can&rsquo;t be undone.
        </ConfirmDialog>
      )}
    </div>
  );
}
