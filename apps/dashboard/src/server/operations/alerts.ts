import type { AlertRuleChange, AlertRule as AlertRuleResponse } from "@portico/contract";
import { checkUrl, explainRefusal, getPort, PRIVATE_RULES, PUBLIC_RULES } from "@portico/safe-fetch";
import { invalidParams, ServiceError } from "@portico/server";
import {
  createAlertRule,
  deleteAlertRule,
  findAlertRule,
  listAlertRules,
  mintSecret,
  updateAlertRule,
  type AlertRule,
} from "@portico/store";
import type { CallDeps, Operation } from "../deps.ts";
import { readText, toSeconds, toSecondsOrNull } from "../ownerResponse.ts";

const MAX_RULES = 20;
const CHECK_MS = 5_000;

/** GET /dashboard/alert_rules */
export const getDashboardAlertRules: Operation<"getDashboardAlertRules"> = async ({ reply }, { db, session }) =>
  reply(200, { alert_rule_list: (await listAlertRules(db, session.accountId)).map(toResponse) });

/** POST /dashboard/alert_rules */
export const postDashboardAlertRules: Operation<"postDashboardAlertRules"> = async ({ body, reply }, deps) => {
  const { metric, threshold, url } = body;
  assertThreshold(body);
  const rule = {
    accountId: deps.session.accountId,
    name: readText(body.name, "name"),
    metric,
    threshold,
    windowMinutes: body.window_minutes,
    minRequests: body.min_requests,
    webhook: url === null ? null : { url: await readUrl(url, deps), secret: mintSecret() },
  };
  const created = await createAlertRule(deps.db, rule, MAX_RULES);
  if (created === undefined) throw invalidParams({ body: `exceeds the limit of ${MAX_RULES} alert rules per account` });
  deps.note({ subject: created.id, detail: created.name });
  return reply(201, { alert_rule: toResponse(created), secret: created.secret }, { "Cache-Control": "no-store" });
};

/** PATCH /dashboard/alert_rules/{alert_rule_id} */
export const patchDashboardAlertRulesAlertRuleId: Operation<"patchDashboardAlertRulesAlertRuleId"> = async (
  { path, body, reply },
  deps,
) => {
  const of = { id: path.alert_rule_id, accountId: deps.session.accountId };
  const rule = await findAlertRule(deps.db, of.id);
  const { metric, threshold } = found(rule?.accountId === of.accountId ? rule : undefined);
  assertThreshold({ metric, threshold, ...body });
  const secret = mintSecret();
  const after = found(await updateAlertRule(deps.db, of, await readChange(body, secret, deps)));
  deps.note({ detail: after.name });
  const answer = { ...toResponse(after), secret: after.secret === secret ? secret : null };
  return reply(200, answer, { "Cache-Control": "no-store" });
};

/** @param secret - Of the webhook, if it is the rule's first. @throws ServiceError invalid_params */
const readChange = async (body: AlertRuleChange, secret: string, deps: CallDeps) => ({
  ...(body.name !== undefined && { name: readText(body.name, "name") }),
  ...(body.metric !== undefined && { metric: body.metric }),
  ...(body.threshold !== undefined && { threshold: body.threshold }),
  ...(body.window_minutes !== undefined && { windowMinutes: body.window_minutes }),
  ...(body.min_requests !== undefined && { minRequests: body.min_requests }),
  ...(body.is_paused !== undefined && { isPaused: body.is_paused }),
  ...(body.url !== undefined && {
    webhook: body.url === null ? null : { url: await readUrl(body.url, deps), secret },
  }),
});

/** DELETE /dashboard/alert_rules/{alert_rule_id} */
export const deleteDashboardAlertRulesAlertRuleId: Operation<"deleteDashboardAlertRulesAlertRuleId"> = async (
  { path, reply },
  { db, session, note },
) => {
  const deleted = found(await deleteAlertRule(db, { id: path.alert_rule_id, accountId: session.accountId }));
  note({ detail: deleted.name });
  return reply(200, toResponse(deleted));
};

/** @throws ServiceError invalid_params */
function assertThreshold({ metric, threshold }: Pick<AlertRule, "metric" | "threshold">): void {
  if (metric === "error_rate" && threshold > 1)
    throw invalidParams({ threshold: "must be at most 1, for an error rate: 0.05 is 5 %" });
}

/** @throws ServiceError not_found, also for another account's */
function found(rule: AlertRule | undefined): AlertRule {
  if (rule === undefined) throw new ServiceError("not_found", "The account has no such alert rule");
  return rule;
}

/** Each request to it checks it again. @throws ServiceError invalid_params */
async function readUrl(
  text: string,
  { allowsPrivateWebhooks }: Pick<CallDeps, "allowsPrivateWebhooks">,
): Promise<string> {
  const parsed = URL.parse(text);
  if (parsed === null) throw invalidParams({ url: "can't be a webhook: it is not a URL" });
  const rules = allowsPrivateWebhooks ? { ...PRIVATE_RULES, ports: [getPort(parsed)] } : PUBLIC_RULES;
  try {
    const { url } = await checkUrl(text, rules, AbortSignal.timeout(CHECK_MS));
    return url.href;
  } catch (error) {
    throw invalidParams({ url: `can't be a webhook: ${explainRefusal(error)}` });
  }
}

const toResponse = (rule: AlertRule): AlertRuleResponse => ({
  id: rule.id,
  name: rule.name,
  metric: rule.metric,
  threshold: rule.threshold,
  window_minutes: rule.windowMinutes,
  min_requests: rule.minRequests,
  url: rule.url,
  is_paused: rule.isPaused,
  created_at: toSeconds(rule.createdAt),
  fired_at: toSecondsOrNull(rule.firedAt),
  value: rule.value,
});
