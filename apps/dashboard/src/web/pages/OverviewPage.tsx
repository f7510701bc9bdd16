import type { ReactNode } from "react";
import { Link } from "@tanstack/react-router";
import type { DashboardUnits } from "@portico/contract";
import { ChartColumn } from "lucide-react";
import { api } from "../api/api.ts";
import { operationLabel } from "../api/apiOperations.ts";
import { plotUsage } from "../charts/plotUsage.ts";
import { UsageFigure } from "../charts/UsageFigure.tsx";
import { Card, EmptyState } from "@portico/ui";
import { formatCount, plural } from "@portico/ui/browser";
import { Figure } from "../parts/Figure.tsx";
import { Loaded } from "../parts/Loaded.tsx";
import { PageHead } from "../parts/PageHead.tsx";
import { FirstSteps } from "./overview/FirstSteps.tsx";
import { AppGlance, KeyGlance } from "./overview/Glance.tsx";
import { UnreadNotices } from "./overview/UnreadNotices.tsx";

export function OverviewPage(): ReactNode {
  const units = api.useQuery("get", "/dashboard/units");
  const keys = api.useQuery("get", "/dashboard/keys");
  const apps = api.useQuery("get", "/dashboard/apps");
  const isKnown = units.data !== undefined && keys.data !== undefined && apps.data !== undefined;
  return (
    <div className="stack">
      <PageHead title="Overview" />
      <UnreadNotices />
      <Loaded query={units}>{(data) => <UnitFigures units={data} />}</Loaded>
      {isKnown && <FirstSteps units={units.data} keys={keys.data} apps={apps.data} />}
      <RecentUsage />
      <div className="wide-narrow">
        <Card title="Keys" actions={<Link to="/keys">All keys</Link>}>
          <Loaded query={keys}>{(data) => <KeyGlance keys={data} />}</Loaded>
        </Card>
        <Card title="Apps" actions={<Link to="/apps">All apps</Link>}>
          <Loaded query={apps}>{(data) => <AppGlance apps={data} />}</Loaded>
        </Card>
      </div>
    </div>
  );
}

const FEW_DAYS = 7;

function UnitFigures({ units }: { readonly units: DashboardUnits }) {
  const { balance, granted, used_today: today, daily_mean: mean, days_left: daysLeft } = units;
  const isShort = balance === 0 || (daysLeft !== null && daysLeft < FEW_DAYS);
  return (
    <div className="cards">
      <Figure
        label="Units left"
        value={formatCount(balance)}
        detail={
          balance === 0 && granted > 0
            ? "Requests are refused: ask the operator for a grant"
            : `of ${formatCount(granted)} granted in total`
        }
        isCaution={balance === 0 && granted > 0}
      />
      <Figure
        label="Expected to last"
        value={daysLeft === null ? "—" : daysLeft >= 1000 ? "1,000+" : formatCount(Math.floor(daysLeft))}
        unit={daysLeft === null ? "" : Math.floor(daysLeft) === 1 ? "day" : "days"}
        detail={
          daysLeft === null
            ? today > 0
              ? "Available after a full day of usage"
              : "Nothing was used in the last 7 days"
            : `at ${plural(Math.round(mean), "unit")} per day, the mean of 7 days`
        }
        isCaution={isShort && daysLeft !== null}
      />
      <Figure label="Used today" value={formatCount(today)} detail="since midnight UTC" />
    </div>
  );
}

function RecentUsage() {
  const usage = api.useQuery("get", "/dashboard/usage", { params: { query: { by: ["day", "operation"] } } });
  return (
    <Card title="Usage" lead="Units in the last 30 days, by operation" actions={<Link to="/usage">Show details</Link>}>
      <Loaded query={usage} bones={<span className="bone tall" />}>
        {(data) =>
          data.usage_list.length === 0 ? (
            <EmptyState
              icon={ChartColumn}
              title="Nothing used yet"
              text="Once a key is used, its units appear here, day by day."
            />
          ) : (
            <UsageFigure
              plot={plotUsage(data, "operation", ({ operation }) => operationLabel(operation))}
              label="Units in the last 30 days by operation; the usage page has them as a table"
            />
          )
        }
      </Loaded>
    </Card>
  );
}
