import { createRootRoute, createRoute, createRouter } from "@tanstack/react-router";
import { lazyPart } from "@portico/ui";
import { AppListPage } from "./pages/AppListPage.tsx";
import { AppPage } from "./pages/AppPage.tsx";
import { ClientPage } from "./pages/ClientPage.tsx";
import { KeyListPage } from "./pages/KeyListPage.tsx";
import { KeyPage } from "./pages/KeyPage.tsx";
import { LedgerPage } from "./pages/LedgerPage.tsx";
import { FailedPage, NotFoundPage } from "./pages/NotFoundPage.tsx";
import { OverviewPage } from "./pages/OverviewPage.tsx";
import { UsagePage } from "./pages/UsagePage.tsx";
import { readRequestSearch } from "./pages/requests/requestSearch.ts";
import { readTrafficSearch } from "./pages/traffic/trafficSearch.ts";
import { readUsageSearch } from "./pages/usage/usageSearch.ts";
import { Gate } from "./shell/Gate.tsx";

const root = createRootRoute({ component: Gate, notFoundComponent: NotFoundPage, errorComponent: FailedPage });

const getParentRoute = () => root;

// as separate statements, since their types would be lost in one list; those after the ledger are loaded when they are opened
const overview = createRoute({ getParentRoute, path: "/", component: OverviewPage });
const appList = createRoute({ getParentRoute, path: "/apps", component: AppListPage });
const app = createRoute({ getParentRoute, path: "/apps/$appId", component: AppPage });
const client = createRoute({
  getParentRoute,
  path: "/apps/$appId/clients/$clientId",
  component: ClientPage,
});
const keyList = createRoute({ getParentRoute, path: "/keys", component: KeyListPage });
const key = createRoute({ getParentRoute, path: "/keys/$keyId", component: KeyPage });
const usage = createRoute({ getParentRoute, path: "/usage", component: UsagePage, validateSearch: readUsageSearch });
const ledger = createRoute({ getParentRoute, path: "/ledger", component: LedgerPage });
const requestList = createRoute({
  getParentRoute,
  path: "/requests",
  component: lazyPart(() => import("./pages/RequestListPage.tsx"), "RequestListPage"),
  validateSearch: readRequestSearch,
});
const traffic = createRoute({
  getParentRoute,
  path: "/traffic",
  component: lazyPart(() => import("./pages/TrafficPage.tsx"), "TrafficPage"),
  validateSearch: readTrafficSearch,
});
const apiConsole = createRoute({
  getParentRoute,
  path: "/console",
  component: lazyPart(() => import("./pages/ConsolePage.tsx"), "ConsolePage"),
  validateSearch: ({ operation }: Record<string, unknown>): { operation?: string } =>
    typeof operation === "string" ? { operation } : {},
});
const alertRuleList = createRoute({
  getParentRoute,
  path: "/alerts",
  component: lazyPart(() => import("./pages/AlertRuleListPage.tsx"), "AlertRuleListPage"),
});
const noticeList = createRoute({
  getParentRoute,
  path: "/notices",
  component: lazyPart(() => import("./pages/NoticeListPage.tsx"), "NoticeListPage"),
});
const memberList = createRoute({
  getParentRoute,
  path: "/members",
  component: lazyPart(() => import("./pages/MemberListPage.tsx"), "MemberListPage"),
});
const auditLog = createRoute({
  getParentRoute,
  path: "/audit-log",
  component: lazyPart(() => import("./pages/AuditLogPage.tsx"), "AuditLogPage"),
});
const join = createRoute({
  getParentRoute,
  path: "/join",
  component: lazyPart(() => import("./pages/JoinPage.tsx"), "JoinPage"),
});
const subscriptionList = createRoute({
  getParentRoute,
  path: "/subscriptions",
  component: lazyPart(() => import("./pages/SubscriptionListPage.tsx"), "SubscriptionListPage"),
});
const subscription = createRoute({
  getParentRoute,
  path: "/subscriptions/$subscriptionId",
  component: lazyPart(() => import("./pages/SubscriptionPage.tsx"), "SubscriptionPage"),
});
const accountList = createRoute({
  getParentRoute,
  path: "/operator/accounts",
  component: lazyPart(() => import("./pages/operator/AccountListPage.tsx"), "AccountListPage"),
});
const account = createRoute({
  getParentRoute,
  path: "/operator/accounts/$accountId",
  component: lazyPart(() => import("./pages/operator/AccountPage.tsx"), "AccountPage"),
});
const priceList = createRoute({
  getParentRoute,
  path: "/operator/prices",
  component: lazyPart(() => import("./pages/operator/PriceListPage.tsx"), "PriceListPage"),
});
const chainList = createRoute({
  getParentRoute,
  path: "/operator/chains",
  component: lazyPart(() => import("./pages/operator/ChainListPage.tsx"), "ChainListPage"),
});
const protocolList = createRoute({
  getParentRoute,
  path: "/operator/protocols",
  component: lazyPart(() => import("./pages/operator/ProtocolListPage.tsx"), "ProtocolListPage"),
});
const messageList = createRoute({
  getParentRoute,
  path: "/operator/messages",
  component: lazyPart(() => import("./pages/operator/MessageListPage.tsx"), "MessageListPage"),
});

const unitRequestList = createRoute({
  getParentRoute,
  path: "/operator/unit-requests",
  component: lazyPart(() => import("./pages/operator/UnitRequestListPage.tsx"), "UnitRequestListPage"),
});

const routeTree = root.addChildren([
  overview,
  appList,
  app,
  client,
  keyList,
  key,
  usage,
  ledger,
  requestList,
  traffic,
  apiConsole,
  alertRuleList,
  noticeList,
  memberList,
  auditLog,
  join,
  subscriptionList,
  subscription,
  accountList,
  account,
  priceList,
  chainList,
  protocolList,
  messageList,
  unitRequestList,
]);

export const router = createRouter({ routeTree, scrollRestoration: true });

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
