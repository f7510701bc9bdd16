import { Link } from "@tanstack/react-router";
import { Button } from "@portico/ui";
import { PageHeading } from "../parts/PageHeading.tsx";

export const NotFoundPage = () => (
  <div className="lonely">
    <PageHeading level={1} title="No such page" />
    <p className="quiet">The URL is wrong, or the page was removed.</p>
    <Link to="/explore" className="button">
      To the explorer
    </Link>
  </div>
);

/**
 * For a bug of ours, or a part of the page that could not be loaded: rendering it again would not help, since a
 * document never requests failed scripts and styles again.
 */
export const FailedPage = () => (
  <div className="lonely">
    <PageHeading title="This page could not be shown" />
    <p>Check your connection and reload it.</p>
    <Button onClick={() => location.reload()}>Reload</Button>
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
    <PageHeading level={1} title="The explorer is off" />
    <p>
      Its operator has not configured it: the explorer's server needs <code>PORTICO_EXPLORER_KEY</code>, an access key
      of this Portico, and <code>PORTICO_API_URL</code>.
    </p>
    <a className="button" href="/">
      To the dashboard
    </a>
  </div>
);
