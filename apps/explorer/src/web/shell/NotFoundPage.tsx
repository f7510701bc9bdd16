import { Link } from "@tanstack/react-router";
import { Button } from "@portico/ui";
import { PageHeading } from "../parts/PageHeading.tsx";

export const NotFoundPage = () => (
  <div className="lonely">
    <PageHeading level={1} title="No such page" />
    <p className="quiet">The address of this page is wrong, or what was here is gone.</p>
    <Link to="/explore" className="button">
      To the explorer
    </Link>
  </div>
);

/**
 * For a bug of ours, or a part of the page that could not be loaded: drawing it once more would change nothing, since neither
 * scripts nor styles that failed are asked for again in the same document.
 */
export const FailedPage = () => (
  <div className="lonely">
    <PageHeading title="This page could not be shown" />
    <p>Check your connection and load it again.</p>
    <Button onClick={() => location.reload()}>Load again</Button>
  </div>
);

/** Where not even what stands around every page could be shown. */
export const FailedApp = () => (
  <main className="site-main">
    <FailedPage />
  </main>
);

/** Where the operator gave the explorer nothing to ask with. */
export const OffPage = () => (
  <div className="lonely">
    <PageHeading level={1} title="The explorer is off" />
    <p>
      Its operator has not set it up here: the explorer's server needs <code>PORTICO_EXPLORER_KEY</code>, an access key
      of this Portico, and <code>PORTICO_API_URL</code>.
    </p>
    <a className="button" href="/">
      To the dashboard
    </a>
  </div>
);
