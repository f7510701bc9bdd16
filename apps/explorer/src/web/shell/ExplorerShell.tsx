import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { Link, Outlet, useRouterState } from "@tanstack/react-router";
import { Fuel } from "lucide-react";
import { lazy, Suspense } from "react";
import { Announcements, BrandMark, ThemeSelect } from "@portico/ui";
import { codeOf, useAnswer } from "../api/explorerApi.ts";
import { CurrencyButton } from "../currency/CurrencyButton.tsx";
import { DOLLAR, useChosenCurrency, useShownCurrency } from "../currency/shownCurrency.ts";
import { useListsOfSession } from "../lists/listStore.ts";
import { Soon } from "../parts/Soon.tsx";
import { OffPage } from "./NotFoundPage.tsx";
import { OfflineNote } from "./OfflineNote.tsx";
import { SearchBox } from "./SearchBox.tsx";
import { SessionLinks } from "./SessionLinks.tsx";
import { SignInProblem } from "./SignInProblem.tsx";
import { useSearchKey } from "./useSearchKey.ts";
import { useLanguage } from "../languages/language.ts";
import { t } from "../languages/t.ts";
import { LanguageSelect } from "./LanguageSelect.tsx";

const CurrencyNote = lazy(async () => ({ default: (await import("../currency/CurrencyNote.tsx")).CurrencyNote }));

/** The layout of every page: the brand, the search, gas, and the session. */
export function ExplorerShell() {
  const language = useLanguage(); // renders all texts anew
  const isLanding = useRouterState({ select: ({ location }) => location.pathname === "/explore" });
  const chosen = useChosenCurrency();
  const shown = useShownCurrency();
  useSearchKey();
  useListsOfSession();
  const { error } = useAnswer("/v1/chain/list", {});
  const isOff = error !== null && codeOf(error) === "not_implemented";
  return (
    <I18nProvider i18n={i18n}>
      <a className="skip" href="#main">
        {t("shell.skip")}
      </a>
      <header className="site-head">
        <div className="site-bar">
          <Link to="/explore" className="brand">
            <BrandMark /> Portico
          </Link>
          {!isLanding && <SearchBox />}
          <nav className="site-nav" aria-label={t("shell.site")}>
            <Link to="/gas" activeProps={{ "aria-current": "page" }}>
              <Fuel size={16} aria-hidden /> {t("shell.gas")}
            </Link>
            <Link to="/protocols" className="wide" activeProps={{ "aria-current": "page" }}>
              {t("shell.protocols")}
            </Link>
            <Link to="/lists" className="wide" activeProps={{ "aria-current": "page" }}>
              {t("shell.lists")}
            </Link>
            <a href="/dashboard" className="wide">
              {t("shell.dashboard")}
            </a>
            <CurrencyButton className="wide" />
            <SessionLinks />
            <LanguageSelect />
            <ThemeSelect />
          </nav>
        </div>
      </header>
      <main id="main" className="site-main" tabIndex={-1}>
        <OfflineNote />
        <SignInProblem />
        <Soon instead={<Coming />}>
          {isOff ? <OffPage /> : <Outlet key={`${shown?.id ?? DOLLAR} ${language.id}`} />}
        </Soon>
      </main>
      <Soon>
        <Soon>
          <Foot chosen={chosen} />
        </Soon>
      </Soon>
      <Announcements />
    </I18nProvider>
  );
}

/** After the second part of a page, which would move it. */
const Foot = ({ chosen }: { readonly chosen: string }) => (
  <footer className="site-foot">
    <p>{t("shell.foot")}</p>
    {chosen !== DOLLAR && (
      <Suspense>
        <CurrencyNote chosen={chosen} />
      </Suspense>
    )}
    <CurrencyButton className="narrow" />
    <Link to="/protocols" className="narrow">
      {t("shell.protocols")}
    </Link>
    <Link to="/lists" className="narrow">
      {t("shell.lists")}
    </Link>
    <a href="/dashboard" className="narrow">
      {t("shell.dashboard")}
    </a>
  </footer>
);

/** As in index.html. */
const Coming = () => (
  <div className="card coming">
    <p className="quiet">{t("shell.loading")}</p>
    <span className="bone" />
    <span className="bone" />
    <span className="bone tall" />
  </div>
);
