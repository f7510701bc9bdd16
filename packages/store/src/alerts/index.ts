export { createAlertRule, deleteAlertRule, findAlertRule, listAlertRules, updateAlertRule } from "./alertRules.ts";
export type { AlertRule } from "./alertRules.ts";
export { evaluateAlerts, type AlertChange } from "./evaluateAlerts.ts";
export { deleteOldNotices, listNotices, markNoticesRead, writeNotices } from "./notices.ts";
