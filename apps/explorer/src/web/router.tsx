import { createRootRoute, createRoute, createRouter, retainSearchParams } from "@tanstack/react-router";
import { lazyPart } from "@portico/ui";
import { withAreas } from "./languages/language.ts";
import { readBlockSearch } from "./pages/block/blockSearch.ts";
import { readTransactionSearch } from "./pages/transaction/transactionSearch.ts";
import { readListSearch } from "./pages/listSearch.ts";
import { readHistorySearch } from "./pages/history/historySearch.ts";
import { OverviewPage } from "./pages/OverviewPage.tsx";
import { AddressLayout } from "./shell/AddressLayout.tsx";
import { FailedApp, FailedPage, NotFoundPage } from "./shell/NotFoundPage.tsx";
import { ExplorerShell } from "./shell/ExplorerShell.tsx";

const root = createRootRoute({ component: ExplorerShell, notFoundComponent: NotFoundPage, errorComponent: FailedApp });

/** The search parameters of every tab of an address. */
interface AddressSearch {
  readonly chain?: string;
}

const readAddressSearch = ({ chain }: Record<string, unknown>): AddressSearch =>
  typeof chain === "string" && /^[a-z0-9_]{1,24}$/.test(chain) ? { chain } : {};

const explore = createRoute({
  getParentRoute: () => root,
  path: "/explore",
  component: lazyPart(() => withAreas(import("./pages/LandingPage.tsx"), "landing"), "LandingPage"),
});
const gas = createRoute({
  getParentRoute: () => root,
  path: "/gas",
  component: lazyPart(() => withAreas(import("./pages/GasPage.tsx"), "gas"), "GasPage"),
});
const protocols = createRoute({
  getParentRoute: () => root,
  path: "/protocols",
  validateSearch: readListSearch,
  component: lazyPart(() => withAreas(import("./pages/ProtocolsPage.tsx"), "protocols"), "ProtocolsPage"),
});
const token = createRoute({
  getParentRoute: () => root,
  path: "/token/$chain/$id",
  component: lazyPart(() => withAreas(import("./pages/TokenPage.tsx"), "positions", "token"), "TokenPage"),
});
const protocol = createRoute({
  getParentRoute: () => root,
  path: "/protocol/$id",
  component: lazyPart(() => withAreas(import("./pages/ProtocolPage.tsx"), "positions", "protocol"), "ProtocolPage"),
});
const collection = createRoute({
  getParentRoute: () => root,
  path: "/collection/$chain/$address",
  component: lazyPart(() => withAreas(import("./pages/CollectionPage.tsx"), "collection", "nfts"), "CollectionPage"),
});
const transaction = createRoute({
  getParentRoute: () => root,
  path: "/tx/$chain/$hash",
  validateSearch: readTransactionSearch,
  component: lazyPart(
    () => withAreas(import("./pages/TransactionPage.tsx"), "history", "transaction"),
    "TransactionPage",
  ),
});
const block = createRoute({
  getParentRoute: () => root,
  path: "/block/$chain/$number",
  validateSearch: readBlockSearch,
  component: lazyPart(() => withAreas(import("./pages/BlockPage.tsx"), "block"), "BlockPage"),
});
const lists = createRoute({
  getParentRoute: () => root,
  path: "/lists",
  component: lazyPart(() => withAreas(import("./pages/ListsPage.tsx"), "lists"), "ListsPage"),
});
const bundle = createRoute({
  getParentRoute: () => root,
  path: "/bundle/$id",
  validateSearch: readListSearch,
  component: lazyPart(() => withAreas(import("./pages/BundlePage.tsx"), "bundle", "tokens"), "BundlePage"),
});
const address = createRoute({
  getParentRoute: () => root,
  path: "/address/$address",
  component: AddressLayout,
  validateSearch: readAddressSearch,
  search: { middlewares: [retainSearchParams(["chain"])] },
});

const getParentRoute = () => address;

// as separate statements, since their types would be lost in one list
const overview = createRoute({ getParentRoute, path: "/", component: OverviewPage });
const tokens = createRoute({
  getParentRoute,
  path: "/tokens",
  validateSearch: readListSearch,
  component: lazyPart(() => withAreas(import("./pages/TokensPage.tsx"), "tokens"), "TokensPage"),
});
const positions = createRoute({
  getParentRoute,
  path: "/positions",
  component: lazyPart(() => withAreas(import("./pages/PositionsPage.tsx"), "positions"), "PositionsPage"),
});
const nfts = createRoute({
  getParentRoute,
  path: "/nfts",
  validateSearch: readListSearch,
  component: lazyPart(() => withAreas(import("./pages/NftsPage.tsx"), "nfts"), "NftsPage"),
});
const history = createRoute({
  getParentRoute,
  path: "/history",
  validateSearch: readHistorySearch,
  component: lazyPart(() => withAreas(import("./pages/HistoryPage.tsx"), "history"), "HistoryPage"),
});
const approvals = createRoute({
  getParentRoute,
  path: "/approvals",
  component: lazyPart(() => withAreas(import("./pages/ApprovalsPage.tsx"), "approvals"), "ApprovalsPage"),
});

const tabs = address.addChildren([overview, tokens, positions, nfts, history, approvals]);

export const router = createRouter({
  routeTree: root.addChildren([
    explore,
    gas,
    protocols,
    token,
    protocol,
    collection,
    transaction,
    block,
    lists,
    bundle,
    tabs,
  ]),
  scrollRestoration: true,
  defaultErrorComponent: FailedPage,
  defaultPreload: "intent",
});

/**
 * A document requests each script and style once: after one of them failed to load, other pages are loaded as whole
 * documents.
 */
let isPartMissing = false;
addEventListener("vite:preloadError", () => {
  isPartMissing = true;
});
router.subscribe("onBeforeNavigate", ({ pathChanged, toLocation }) => {
  if (isPartMissing && pathChanged && navigator.onLine) location.replace(toLocation.href);
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
