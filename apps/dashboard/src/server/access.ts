import type { DashboardOperationId, Permission } from "@portico/contract";
import { ServiceError } from "@portico/server";
import type { Role } from "@portico/store";
import type { Session } from "./sessions.ts";

/** What each role includes: the table of apps/docs/members.md. */
export const ROLES_OF: Readonly<Record<Permission, readonly Role[]>> = {
  "account.read": ["owner", "admin", "developer", "viewer"],
  "keys.write": ["owner", "admin", "developer"],
  "apps.write": ["owner", "admin", "developer"],
  "subscriptions.write": ["owner", "admin", "developer"],
  "alerts.write": ["owner", "admin", "developer"],
  "notices.write": ["owner", "admin", "developer"],
  "units.request": ["owner", "admin"],
  "audit.read": ["owner", "admin"],
  "account.write": ["owner", "admin"],
  "members.write": ["owner", "admin"],
  "owners.write": ["owner"],
};

/** `person`: whoever is signed in, about themselves, in whatever account. */
type Need = Permission | "operator" | "person";

interface Read {
  readonly needs: Need;
}

interface Write extends Read {
  /** In the audit log of the account; null: what concerns no account, or only who asks. */
  readonly action: string | null;
}

type Rule<Id> = Id extends `get${string}` ? Read : Write;

const read = (needs: Need): Read => ({ needs });
const write = (needs: Need, action: string | null): Write => ({ needs, action });
const reads = read("account.read");
const operates = read("operator");

/** Who may call each operation, and what the audit log calls it. One that isn't here is refused. */
export const ACCESS: { readonly [Id in DashboardOperationId]: Rule<Id> } = {
  getDashboardSession: read("person"),
  getDashboardAccounts: read("person"),
  postDashboardSignOut: write("person", null),
  putDashboardSessionAccount: write("person", null),
  deleteDashboardAccountsAccountId: write("person", "member.leave"),
  postDashboardInvitationsPreview: write("person", null),
  postDashboardInvitationsAcceptance: write("person", "member.join"),

  patchDashboardAccount: write("account.write", "account.rename"),
  getDashboardAuditLog: read("audit.read"),
  getDashboardMembers: reads,
  patchDashboardMembersMemberId: write("members.write", "member.role"),
  deleteDashboardMembersMemberId: write("members.write", "member.remove"),
  postDashboardMembersMemberIdOwnership: write("owners.write", "member.ownership"),
  getDashboardInvitations: read("members.write"),
  postDashboardInvitations: write("members.write", "invitation.create"),
  deleteDashboardInvitationsInvitationId: write("members.write", "invitation.revoke"),

  getDashboardKeys: reads,
  postDashboardKeys: write("keys.write", "key.create"),
  patchDashboardKeysKeyId: write("keys.write", "key.change"),
  deleteDashboardKeysKeyId: write("keys.write", "key.revoke"),
  postDashboardKeysKeyIdRotate: write("keys.write", "key.rotate"),

  getDashboardApps: reads,
  getDashboardAppsAppId: reads,
  getDashboardAppsAppIdClients: reads,
  getDashboardAppsAppIdLogo: reads,
  postDashboardApps: write("apps.write", "app.create"),
  patchDashboardAppsAppId: write("apps.write", "app.change"),
  deleteDashboardAppsAppId: write("apps.write", "app.delete"),
  putDashboardAppsAppIdLogo: write("apps.write", "app.logo"),
  deleteDashboardAppsAppIdLogo: write("apps.write", "app.logo.remove"),
  postDashboardAppsAppIdValidation: write("apps.write", "app.validation"),
  postDashboardAppsAppIdValidationCheck: write("apps.write", "app.validation.check"),
  postDashboardAppsAppIdClients: write("apps.write", "client.create"),
  patchDashboardClientsClientId: write("apps.write", "client.change"),
  deleteDashboardClientsClientId: write("apps.write", "client.delete"),
  postDashboardClientsClientIdSecret: write("apps.write", "client.secret"),
  deleteDashboardClientsClientIdSecretPrevious: write("apps.write", "client.secret.end"),

  getDashboardSubscriptions: reads,
  getDashboardSubscriptionsSubscriptionIdDeadLetters: reads,
  patchDashboardSubscriptionsSubscriptionId: write("subscriptions.write", "subscription.change"),
  deleteDashboardSubscriptionsSubscriptionId: write("subscriptions.write", "subscription.end"),
  postDashboardSubscriptionsSubscriptionIdRedelivery: write("subscriptions.write", "subscription.redeliver"),

  getDashboardAlertRules: reads,
  postDashboardAlertRules: write("alerts.write", "alert.create"),
  patchDashboardAlertRulesAlertRuleId: write("alerts.write", "alert.change"),
  deleteDashboardAlertRulesAlertRuleId: write("alerts.write", "alert.delete"),
  getDashboardNotices: reads,
  postDashboardNoticesRead: write("notices.write", null),

  getDashboardLedger: reads,
  getDashboardUnits: reads,
  getDashboardUsage: reads,
  getDashboardUsageCsv: reads,
  getDashboardRequests: reads,
  getDashboardTraffic: reads,
  getDashboardUnitRequests: reads,
  postDashboardUnitRequests: write("units.request", "units.request"),

  getDashboardOperatorAccounts: operates,
  getDashboardOperatorAccountsAccountIdKeys: operates,
  getDashboardOperatorAccountsAccountIdLedger: operates,
  getDashboardOperatorChains: operates,
  getDashboardOperatorMessages: operates,
  getDashboardOperatorPrices: operates,
  getDashboardOperatorProtocols: operates,
  getDashboardOperatorProtocolSwitches: operates,
  getDashboardOperatorUnitRequests: operates,
  patchDashboardOperatorAccountsAccountId: write("operator", "account.change"),
  patchDashboardOperatorKeysKeyId: write("operator", "key.wallet"),
  postDashboardOperatorAccountsAccountIdGrants: write("operator", "units.grant"),
  postDashboardOperatorUnitRequestsUnitRequestIdDecision: write("operator", "units.decide"),
  deleteDashboardOperatorPricesOperationId: write("operator", null),
  putDashboardOperatorPricesOperationId: write("operator", null),
  putDashboardOperatorProtocolsProtocolId: write("operator", null),
};

const isListed = (operationId: string): operationId is DashboardOperationId => Object.hasOwn(ACCESS, operationId);

/** The only check of who may do what. @throws ServiceError operator_only, role_not_allowed */
export function assertMay({ role, isOperator }: Pick<Session, "isOperator" | "role">, operationId: string): void {
  const needs = isListed(operationId) ? ACCESS[operationId].needs : undefined;
  if (needs === "person") return;
  if (needs === "operator") {
    if (!isOperator) throw new ServiceError("operator_only", "Only operators may do this");
    return;
  }
  if (needs === undefined || !ROLES_OF[needs].includes(role)) throw roleNotAllowed(role);
}

export const roleNotAllowed = (role: Role): ServiceError =>
  new ServiceError(
    "role_not_allowed",
    `${role === "admin" ? "An admin" : `A ${role}`} of this account may not do this`,
  );

export const permissionsOf = (role: Role): Permission[] =>
  (Object.keys(ROLES_OF) as Permission[]).filter((permission) => ROLES_OF[permission].includes(role));

/** What the audit log calls an operation; null: it isn't in it. */
export function actionOf(operationId: string): string | null {
  const rule: Partial<Write> = isListed(operationId) ? ACCESS[operationId] : {};
  return rule.action ?? null;
}
