import type { DashboardOperationId } from "@portico/contract";
import type { Handlers } from "@portico/contract/server";
import type { CallDeps } from "./deps.ts";
import {
  deleteDashboardAlertRulesAlertRuleId,
  getDashboardAlertRules,
  patchDashboardAlertRulesAlertRuleId,
  postDashboardAlertRules,
} from "./operations/alerts.ts";
import {
  deleteDashboardAppsAppId,
  getDashboardApps,
  getDashboardAppsAppId,
  patchDashboardAppsAppId,
  postDashboardApps,
} from "./operations/apps.ts";
import { getDashboardAuditLog } from "./operations/auditLog.ts";
import {
  deleteDashboardClientsClientId,
  deleteDashboardClientsClientIdSecretPrevious,
  getDashboardAppsAppIdClients,
  patchDashboardClientsClientId,
  postDashboardAppsAppIdClients,
  postDashboardClientsClientIdSecret,
} from "./operations/clients.ts";
import {
  deleteDashboardInvitationsInvitationId,
  getDashboardInvitations,
  postDashboardInvitations,
  postDashboardInvitationsAcceptance,
  postDashboardInvitationsPreview,
} from "./operations/invitations.ts";
import {
  deleteDashboardKeysKeyId,
  getDashboardKeys,
  patchDashboardKeysKeyId,
  postDashboardKeys,
  postDashboardKeysKeyIdRotate,
} from "./operations/keys.ts";
import {
  deleteDashboardAppsAppIdLogo,
  getDashboardAppsAppIdLogo,
  putDashboardAppsAppIdLogo,
} from "./operations/logo.ts";
import {
  deleteDashboardMembersMemberId,
  getDashboardMembers,
  patchDashboardMembersMemberId,
  postDashboardMembersMemberIdOwnership,
} from "./operations/members.ts";
import {
  deleteDashboardAccountsAccountId,
  getDashboardAccounts,
  patchDashboardAccount,
  putDashboardSessionAccount,
} from "./operations/memberships.ts";
import { getDashboardNotices, postDashboardNoticesRead } from "./operations/notices.ts";
import {
  getDashboardOperatorAccounts,
  getDashboardOperatorAccountsAccountIdKeys,
  getDashboardOperatorAccountsAccountIdLedger,
  patchDashboardOperatorAccountsAccountId,
  patchDashboardOperatorKeysKeyId,
  postDashboardOperatorAccountsAccountIdGrants,
} from "./operations/operatorAccounts.ts";
import { getDashboardOperatorChains } from "./operations/operatorChains.ts";
import { getDashboardOperatorMessages } from "./operations/operatorMessages.ts";
import {
  deleteDashboardOperatorPricesOperationId,
  getDashboardOperatorPrices,
  putDashboardOperatorPricesOperationId,
} from "./operations/operatorPrices.ts";
import {
  getDashboardOperatorProtocols,
  getDashboardOperatorProtocolSwitches,
  putDashboardOperatorProtocolsProtocolId,
} from "./operations/operatorProtocols.ts";
import { getDashboardRequests } from "./operations/requests.ts";
import { getDashboardSession, postDashboardSignOut } from "./operations/session.ts";
import {
  deleteDashboardSubscriptionsSubscriptionId,
  getDashboardSubscriptions,
  getDashboardSubscriptionsSubscriptionIdDeadLetters,
  patchDashboardSubscriptionsSubscriptionId,
  postDashboardSubscriptionsSubscriptionIdRedelivery,
} from "./operations/subscriptions.ts";
import { getDashboardTraffic } from "./operations/traffic.ts";
import {
  getDashboardOperatorUnitRequests,
  getDashboardUnitRequests,
  postDashboardOperatorUnitRequestsUnitRequestIdDecision,
  postDashboardUnitRequests,
} from "./operations/unitRequests.ts";
import { getDashboardLedger, getDashboardUnits } from "./operations/units.ts";
import { getDashboardUsage, getDashboardUsageCsv } from "./operations/usage.ts";
import { postDashboardAppsAppIdValidation, postDashboardAppsAppIdValidationCheck } from "./operations/validation.ts";

/** A handler for every operation of the contract; a missing one is a type error. */
export const operations = {
  deleteDashboardAccountsAccountId,
  deleteDashboardInvitationsInvitationId,
  deleteDashboardMembersMemberId,
  getDashboardAccounts,
  getDashboardAuditLog,
  getDashboardInvitations,
  getDashboardMembers,
  patchDashboardAccount,
  patchDashboardMembersMemberId,
  postDashboardInvitations,
  postDashboardInvitationsAcceptance,
  postDashboardInvitationsPreview,
  postDashboardMembersMemberIdOwnership,
  putDashboardSessionAccount,
  deleteDashboardAlertRulesAlertRuleId,
  deleteDashboardAppsAppId,
  deleteDashboardAppsAppIdLogo,
  deleteDashboardClientsClientId,
  deleteDashboardClientsClientIdSecretPrevious,
  deleteDashboardKeysKeyId,
  deleteDashboardOperatorPricesOperationId,
  deleteDashboardSubscriptionsSubscriptionId,
  getDashboardAlertRules,
  getDashboardApps,
  getDashboardAppsAppId,
  getDashboardAppsAppIdClients,
  getDashboardAppsAppIdLogo,
  getDashboardKeys,
  getDashboardLedger,
  getDashboardNotices,
  getDashboardOperatorAccounts,
  getDashboardOperatorAccountsAccountIdKeys,
  getDashboardOperatorAccountsAccountIdLedger,
  getDashboardOperatorChains,
  getDashboardOperatorMessages,
  getDashboardOperatorPrices,
  getDashboardOperatorProtocols,
  getDashboardOperatorProtocolSwitches,
  getDashboardOperatorUnitRequests,
  getDashboardRequests,
  getDashboardSession,
  getDashboardSubscriptions,
  getDashboardSubscriptionsSubscriptionIdDeadLetters,
  getDashboardTraffic,
  getDashboardUnitRequests,
  getDashboardUnits,
  getDashboardUsage,
  getDashboardUsageCsv,
  patchDashboardAlertRulesAlertRuleId,
  patchDashboardAppsAppId,
  patchDashboardClientsClientId,
  patchDashboardKeysKeyId,
  patchDashboardOperatorAccountsAccountId,
  patchDashboardOperatorKeysKeyId,
  patchDashboardSubscriptionsSubscriptionId,
  postDashboardAlertRules,
  postDashboardApps,
  postDashboardAppsAppIdClients,
  postDashboardAppsAppIdValidation,
  postDashboardAppsAppIdValidationCheck,
  postDashboardClientsClientIdSecret,
  postDashboardKeys,
  postDashboardKeysKeyIdRotate,
  postDashboardNoticesRead,
  postDashboardOperatorAccountsAccountIdGrants,
  postDashboardOperatorUnitRequestsUnitRequestIdDecision,
  postDashboardSignOut,
  postDashboardSubscriptionsSubscriptionIdRedelivery,
  postDashboardUnitRequests,
  putDashboardAppsAppIdLogo,
  putDashboardOperatorPricesOperationId,
  putDashboardOperatorProtocolsProtocolId,
} satisfies Handlers<CallDeps, DashboardOperationId>;
