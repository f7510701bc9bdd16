import { type ReactNode, useEffect } from "react";
import { Link } from "@tanstack/react-router";
import { BrandMark } from "@portico/ui";
import { ErrorNote } from "../parts/ErrorNote.tsx";
import { PageHead } from "../parts/PageHead.tsx";

const LEAD = "The URL is wrong, or the page was deleted. Addresses, tokens and transactions are in the explorer.";

const Ways = ({ home }: { readonly home: string }) => (
  <div className="actions">
    <Link to="/" className="button main">
      {home}
    </Link>
    <a className="button" href="/explore">
      Open the explorer
    </a>
  </div>
);

export const NotFoundPage = (): ReactNode => (
  <>
    <PageHead title="No such page" lead={LEAD} />
    <Ways home="To the overview" />
  </>
);

/** For users who aren't signed in: a sign-in would not lead to a page. */
export function PublicNotFoundPage(): ReactNode {
  useEffect(() => {
    document.title = "No such page · Portico";
  }, []);
  return (
    <main className="landing">
      <div className="card">
        <span className="brand">
          <BrandMark /> Portico
        </span>
        <h1>No such page</h1>
        <p className="lead">{LEAD}</p>
        <Ways home="To the dashboard" />
      </div>
    </main>
  );
}

/** For a bug of ours, or a part of the app that could not be loaded, which only a reload requests again. */
export const FailedPage = ({ error }: { readonly error: unknown }) => (
  <main className="landing">
    <ErrorNote error={error} retry={() => location.reload()} />
  </main>
);
