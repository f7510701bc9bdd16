import { Link } from "@tanstack/react-router";
import type { DashboardApp, DashboardKey } from "@portico/contract";
import { AppWindow, KeyRound } from "lucide-react";
import { AppLogo } from "../../parts/AppLogo.tsx";
import { EmptyState, Timestamp } from "@portico/ui";
import { formatCount, plural } from "@portico/ui/browser";
import { AppBadge } from "../apps/AppBadge.tsx";
import { KeyBadge, isKeyLive } from "../keys/KeyBadge.tsx";

const MAX = 4;

/** The most used keys. */
export function KeyGlance({ keys }: { readonly keys: readonly DashboardKey[] }) {
  const live = keys.filter((key) => isKeyLive(key)).toSorted((a, b) => b.units_30_days - a.units_30_days);
  if (live.length === 0)
    return <EmptyState icon={KeyRound} title="No active key" text="A key gives your servers access to the data API." />;
  return (
    <ul className="rows">
      {live.slice(0, MAX).map((key) => (
        <li key={key.id}>
          <div>
            <Link to="/keys/$keyId" params={{ keyId: key.id }}>
              {key.name}
            </Link>
            <p className="quiet small">
              {key.last_used_at === null ? (
                "Never used"
              ) : (
                <>
                  Used <Timestamp timeAt={key.last_used_at} />
                </>
              )}
            </p>
          </div>
          <div className="actions">
            <span className="number">{formatCount(key.units_30_days)} units</span>
            <KeyBadge apiKey={key} />
          </div>
        </li>
      ))}
    </ul>
  );
}

export function AppGlance({ apps }: { readonly apps: readonly DashboardApp[] }) {
  if (apps.length === 0)
    return (
      <EmptyState icon={AppWindow} title="No apps" text="An app is a site where users sign in with their wallet." />
    );
  return (
    <ul className="rows">
      {apps.slice(0, MAX).map((app) => (
        <li key={app.id}>
          <div className="with-logo">
            <AppLogo name={app.name} url={app.logo_url} />
            <div>
              <Link to="/apps/$appId" params={{ appId: app.id }}>
                {app.name}
              </Link>
              <p className="quiet small">{plural(app.client_count, "client")}</p>
            </div>
          </div>
          <AppBadge app={app} />
        </li>
      ))}
    </ul>
  );
}
