import { getRouteApi, Link } from "@tanstack/react-router";
import type { DashboardApp } from "@portico/contract";
import { ChevronLeft } from "lucide-react";
import type { ReactNode } from "react";
import { api } from "../api/api.ts";
import { AppLogo } from "../parts/AppLogo.tsx";
import { Loaded } from "../parts/Loaded.tsx";
import { Note } from "@portico/ui";
import { PageHead } from "../parts/PageHead.tsx";
import { AppBadge } from "./apps/AppBadge.tsx";
import { AppDetails } from "./apps/AppDetails.tsx";
import { AppValidationCard } from "./apps/AppValidationCard.tsx";
import { ClientList } from "./apps/ClientList.tsx";
import { DeleteApp } from "./apps/DeleteApp.tsx";
import { hostOf } from "./apps/hostOf.ts";

const route = getRouteApi("/apps/$appId");

export function AppPage(): ReactNode {
  const { appId } = route.useParams();
  const app = api.useQuery("get", "/dashboard/apps/{app_id}", { params: { path: { app_id: appId } } });
  return <Loaded query={app}>{(data) => <AppView key={data.id} app={data} />}</Loaded>;
}

const AppView = ({ app }: { readonly app: DashboardApp }) => (
  <div className="stack">
    <PageHead
      title={app.name}
      mark={<AppLogo name={app.name} url={app.logo_url} />}
      lead={
        <>
          <AppBadge app={app} />{" "}
          <a href={app.site_url} rel="noreferrer" target="_blank">
            {hostOf(app.site_url)}
          </a>
        </>
      }
      crumb={
        <Link to="/apps" className="crumb">
          <ChevronLeft size={15} aria-hidden /> Apps
        </Link>
      }
    />
    {app.name_warning !== "" && (
      <Note tone="caution" title="Users may mistake the name for another one">
        <p>{app.name_warning}</p>
      </Note>
    )}
    {!app.is_validated && <AppValidationCard app={app} />}
    <ClientList app={app} />
    <AppDetails app={app} />
    {app.is_validated && <AppValidationCard app={app} />}
    <DeleteApp app={app} />
  </div>
);
