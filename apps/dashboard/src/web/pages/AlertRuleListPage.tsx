import type { AlertRule } from "@portico/contract";
import { BellRing } from "lucide-react";
import { type ReactNode, useState } from "react";
import { announce, Badge, Button, EmptyState } from "@portico/ui";
import { api } from "../api/api.ts";
import { columnsOf, DataTable } from "../parts/DataTable.tsx";
import { Loaded } from "../parts/Loaded.tsx";
import { PageHead } from "../parts/PageHead.tsx";
import { AlertRuleActions } from "./alerts/AlertRuleActions.tsx";
import { describeRule, formatMetric } from "./alerts/alertWords.ts";
import { AlertRuleDialog } from "./alerts/AlertRuleDialog.tsx";
import { WebhookSecretDialog } from "./alerts/WebhookSecretDialog.tsx";
import { Allowed } from "../parts/Allowed.tsx";

const column = columnsOf<AlertRule>();
const COLUMNS = column.columns([
  column.accessor("name", { header: "Name" }),
  column.accessor((rule) => describeRule(rule), {
    id: "when",
    header: "Fires at",
    enableSorting: false,
    meta: { isLong: true },
  }),
  column.accessor("fired_at", { header: "State", cell: ({ row: { original } }) => <StateBadge rule={original} /> }),
  column.accessor("value", {
    header: "Now",
    enableSorting: false,
    cell: ({ row: { original } }) =>
      original.value === null ? "unknown" : formatMetric(original.metric, original.value),
  }),
  column.accessor((rule) => rule.url ?? "none", {
    id: "url",
    header: "Webhook",
    enableSorting: false,
    meta: { isLong: true },
  }),
  column.display({
    id: "actions",
    cell: ({ row: { original } }) => (
      <Allowed to="alerts.write" otherwise={null}>
        <AlertRuleActions rule={original} />
      </Allowed>
    ),
  }),
]);

const StateBadge = ({ rule: { is_paused: isPaused, fired_at: firedAt } }: { readonly rule: AlertRule }) =>
  isPaused ? (
    <Badge>Paused</Badge>
  ) : (
    <Badge tone={firedAt === null ? "good" : "bad"}>{firedAt === null ? "Quiet" : "Firing"}</Badge>
  );

export function AlertRuleListPage(): ReactNode {
  const [isMaking, setIsMaking] = useState(false);
  const [secret, setSecret] = useState<string>();
  const rules = api.useQuery("get", "/dashboard/alert_rules");
  const done = ({ name }: AlertRule, made: string | null) => {
    setIsMaking(false);
    announce(`${name} created`);
    setSecret(made ?? undefined);
  };
  return (
    <>
      <PageHead
        title="Alerts"
        lead="Rules are evaluated about twice a minute. What fires or resolves is a notice, and a request to the rule's webhook."
      >
        <Allowed to="alerts.write">
          <Button look="main" onClick={() => setIsMaking(true)}>
            Create a rule
          </Button>
        </Allowed>
      </PageHead>
      <div className="card">
        <Loaded query={rules}>
          {({ alert_rule_list: list }) => (
            <DataTable
              caption="Alert rules"
              columns={COLUMNS}
              rows={list}
              idOf={({ id }) => id}
              empty={
                <EmptyState
                  icon={BellRing}
                  title="No alert rules yet"
                  text="A rule tells you when your keys use more units than you expect, or get more errors."
                />
              }
            />
          )}
        </Loaded>
      </div>
      {isMaking && <AlertRuleDialog close={() => setIsMaking(false)} done={done} />}
      {secret !== undefined && <WebhookSecretDialog secret={secret} close={() => setSecret(undefined)} />}
    </>
  );
}
