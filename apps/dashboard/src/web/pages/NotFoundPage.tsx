import type { ReactNode } from "react";
import { Link } from "@tanstack/react-router";
import { ErrorNote } from "../parts/ErrorNote.tsx";
import { PageHead } from "../parts/PageHead.tsx";

export const NotFoundPage = (): ReactNode => (
  <>
    <PageHead title="No such page" lead="The address is wrong, or what was here was deleted." />
    <Link to="/" className="button">
      To the overview
    </Link>
  </>
);

/** For a bug of ours: nothing else comes here. */
export const FailedPage = ({ error, reset }: { readonly error: unknown; readonly reset: () => void }) => (
  <main className="landing">
    <ErrorNote error={error} retry={reset} />
  </main>
);
