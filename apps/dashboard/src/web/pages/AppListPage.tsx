import { Link } from "@tanstack/react-router";
import type { DashboardApp } from "@portico/contract";
import { AppWindow, Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { api } from "../api/api.ts";
import { AppLogo } from "../parts/AppLogo.tsx";
import { Button, EmptyState } from "@portico/ui";
import { plural } from "@portico/ui/browser";
import { Loaded } from "../parts/Loaded.tsx";
import { PageHead } from "../parts/PageHead.tsx";
import { AppBadge } from "./apps/AppBadge.tsx";
import { NewAppDialog } from "./apps/NewAppDialog.tsx";
import { hostOf } from "./apps/hostOf.ts";
import { Allowed } from "../parts/Allowed.tsx";

export function AppListPage(): ReactNode {
  const apps = api.useQuery("get", "/dashboard/apps");
  const [isCreating, setIsCreating] = useState(false);
  const create = (
    <Allowed to="apps.write">
      <Button look="main" icon={<Plus size={17} aria-hidden />} onClick={() => setIsCreating(true)}>
        Create an app
      </Button>
    </Allowed>
  );
  return (
    <>
      <PageHead title="Apps" lead="Sites where users sign in with their wallet, and what they see when they sign in.">
        {apps.data !== undefined && apps.data.length > 0 && create}
      </PageHead>
      <Loaded query={apps}>
        {(data) =>
          data.length === 0 ? (
            <div className="card">
              <EmptyState
                icon={AppWindow}
                title="No apps yet"
                text="Create one, prove that you control its site, and create its client: then users can sign in to it with their wallet."
              >
                {create}
              </EmptyState>
            </div>
          ) : (
            <ul className="tiles">
              {data.map((app) => (
                <li key={app.id}>
                  <AppTile app={app} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {isCreating && <NewAppDialog close={() => setIsCreating(false)} />}
    </>
  );
}

const AppTile = ({ app }: { readonly app: DashboardApp }) => (
  <Link to="/apps/$appId" params={{ appId: app.id }} className="tile">
    <div className="with-logo">
      <AppLogo name={app.name} url={app.logo_url} />
      <div>
        <strong>{app.name}</strong>
        <span className="quiet small">{hostOf(app.site_url)}</span>
      </div>
    </div>
    <footer>
      <AppBadge app={app} />
      <span>{plural(app.client_count, "client")}</span>
    </footer>
  </Link>
);
