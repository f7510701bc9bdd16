import { BrandMark } from "@portico/ui";
import { type ReactNode, useEffect } from "react";

interface PublicPageProps {
  /** Of the tab. */
  readonly title: string;
  readonly heading: string;
  readonly lead: string;
  readonly children: ReactNode;
}

/** A page for users who aren't signed in. */
export function PublicPage({ title, heading, lead, children }: PublicPageProps) {
  useEffect(() => {
    document.title = `${title} · Portico`;
  }, [title]);
  return (
    <main className="landing">
      <div className="card">
        <span className="brand">
          <BrandMark /> Portico
        </span>
        <h1>{heading}</h1>
        <p className="lead">{lead}</p>
        {children}
      </div>
    </main>
  );
}
