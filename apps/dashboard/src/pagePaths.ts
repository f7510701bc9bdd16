/** Paths of the web app's pages, as its router has them. The server answers others with 404. */
const PAGE_PATHS = [
  "/",
  "/apps",
  "/apps/$appId",
  "/apps/$appId/clients/$clientId",
  "/keys",
  "/keys/$keyId",
  "/usage",
  "/ledger",
  "/requests",
  "/traffic",
  "/console",
  "/alerts",
  "/notices",
  "/members",
  "/audit-log",
  "/join",
  "/subscriptions",
  "/subscriptions/$subscriptionId",
  "/operator/accounts",
  "/operator/accounts/$accountId",
  "/operator/prices",
  "/operator/chains",
  "/operator/protocols",
  "/operator/messages",
  "/operator/unit-requests",
];

const PATTERNS = PAGE_PATHS.map((path) => new RegExp(`^${path.replaceAll(/\$\w+/g, "[^/]+").replace(/\/$/, "")}/?$`));

export const isPagePath = (path: string): boolean => PATTERNS.some((pattern) => pattern.test(path));
