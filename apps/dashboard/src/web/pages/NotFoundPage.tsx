import type { ReactNode } from "react";
import { Link } from "@tanstack/react-router";
import { ErrorNote } from "../parts/ErrorNote.tsx";
import { PageHead } from "../parts/PageHead.tsx";
import { PublicPage } from "../parts/PublicPage.tsx";

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
export const PublicNotFoundPage = (): ReactNode => (
  <PublicPage title="No such page" heading="No such page" lead={LEAD}>
    <Ways home="To the dashboard" />
  </PublicPage>
);

/** For a bug of ours, or a part of the app that could not be loaded, which only a reload requests again. */
export const FailedPage = ({ error }: { readonly error: unknown }) => (
  <main className="landing">
    <ErrorNote error={error} retry={() => location.reload()} />
  </main>
);
