import type { ReactNode } from "react";
import { Link } from "@tanstack/react-router";
import { ErrorNote } from "../parts/ErrorNote.tsx";
import { PageHead } from "../parts/PageHead.tsx";

export const NotFoundPage = (): ReactNode => (
  <>
    <PageHead title="No such page" lead="The URL is wrong, or the page was deleted." />
    <Link to="/" className="button">
      To the overview
    </Link>
  </>
);

/** For a bug of ours, or a part of the app that could not be loaded, which only a reload requests again. */
export const FailedPage = ({ error }: { readonly error: unknown }) => (
  <main className="landing">
    <ErrorNote error={error} retry={() => location.reload()} />
  </main>
);
