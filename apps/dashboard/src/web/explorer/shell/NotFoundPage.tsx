import { Link } from "@tanstack/react-router";
import { Note } from "../../parts/Note.tsx";
import { Button } from "../../parts/Button.tsx";
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

/** For a bug of ours, or a part of the page that could not be loaded. */
export const FailedPage = ({ reset }: { readonly reset: () => void }) => (
  <main className="lonely">
    <Note tone="bad" title="This page could not be shown">
      <p>Check your connection and load it again.</p>
      <Button size="small" onClick={reset}>
        Try again
      </Button>
    </Note>
  </main>
);

/** Where the operator gave the explorer nothing to ask with. */
export const OffPage = () => (
  <div className="lonely">
    <PageHeading level={1} title="The explorer is off" />
    <p>
      Its operator has not set it up here: the dashboard's server needs <code>PORTICO_EXPLORER_KEY</code>, an access key
      of this Portico, and <code>PORTICO_API_URL</code>.
    </p>
    <a className="button" href="/">
      To the dashboard
    </a>
  </div>
);
