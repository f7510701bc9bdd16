export { createAlertRule, deleteAlertRule, findAlertRule, listAlertRules, setAlertRulePaused } from "./alertRules.ts";
export type { AlertRule, NewAlertRule } from "./alertRules.ts";
export type { AlertMetric } from "./alertSchema.ts";
export { evaluateAlerts, type AlertChange } from "./evaluateAlerts.ts";
export { deleteOldNotices, listNotices, markNoticesRead, writeNotices, type Notice } from "./notices.ts";
