import { Link } from "@tanstack/react-router";
import { Button } from "@portico/ui";
import { PageHeading } from "../parts/PageHeading.tsx";
import { Message } from "../languages/Message.tsx";
import { t } from "../languages/t.ts";

export const NotFoundPage = () => (
  <div className="lonely">
    <PageHeading level={1} title={t("shell.noSuchPage")} />
    <p className="quiet">{t("shell.wrongUrl")}</p>
    <Link to="/explore" className="button">
      {t("shell.toExplorer")}
    </Link>
  </div>
);

/**
 * For a bug of ours, or a part of the page that could not be loaded: rendering it again would not help, since a
 * document never requests failed scripts and styles again.
 */
export const FailedPage = () => (
  <div className="lonely">
    <PageHeading title={t("shell.pageFailed")} />
    <p>{t("shell.checkConnection")}</p>
    <Button onClick={() => location.reload()}>{t("shell.reload")}</Button>
  </div>
);

/** If not even the layout could be rendered. */
export const FailedApp = () => (
  <main className="site-main">
    <FailedPage />
  </main>
);

/** If the operator has not configured the explorer's access to the data API. */
export const OffPage = () => (
  <div className="lonely">
    <PageHeading level={1} title={t("shell.off")} />
    <p>
      <Message
        id="shell.offText"
        params={{ key: <code>PORTICO_EXPLORER_KEY</code>, url: <code>PORTICO_API_URL</code> }}
      />
    </p>
    <a className="button" href="/">
      {t("shell.toDashboard")}
    </a>
  </div>
);
