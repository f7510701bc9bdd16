import { getRouteApi } from "@tanstack/react-router";
import type { DashboardTraffic } from "@portico/contract";
import { Activity } from "lucide-react";
import type { ReactNode } from "react";
import { Card, EmptyState } from "@portico/ui";
import { plural } from "@portico/ui/browser";
import { api } from "../api/api.ts";
import { UsageFigure } from "../charts/UsageFigure.tsx";
import { Figure } from "../parts/Figure.tsx";
import { Loaded } from "../parts/Loaded.tsx";
import { PageHead } from "../parts/PageHead.tsx";
import { KeySelect, OperationSelect } from "../parts/SubjectSelects.tsx";
import { formatMs, latencyWords, plotLatency, plotRequests, requestWords } from "./traffic/plotTraffic.ts";
import { readTrafficSearch, type TrafficRange, type TrafficSearch } from "./traffic/trafficSearch.ts";
import { TrafficTables } from "./traffic/TrafficTables.tsx";

const route = getRouteApi("/traffic");
const NAMES: Readonly<Record<TrafficRange, string>> = { "24h": "24 hours", "7d": "7 days", "30d": "30 days" };
const PERCENT = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 2 });

export function TrafficPage(): ReactNode {
  const search = readTrafficSearch({ ...route.useSearch() }); // the router leaves invalid values in it
  const navigate = route.useNavigate();
  const { range = "24h", operation = "", key_id: keyId = "" } = search;
  const traffic = api.useQuery(
    "get",
    "/dashboard/traffic",
    { params: { query: { ...search, range } } },
    { placeholderData: (previous: DashboardTraffic | undefined) => previous },
  );
  const set = (name: keyof TrafficSearch, value: string) => {
    const { [name]: _former, ...others } = search;
    void navigate({ search: value === "" ? others : { ...others, [name]: value }, replace: true });
  };
  return (
    <div className="stack">
      <PageHead title="Errors and latency" lead="How your requests were answered, and how long that took." />
      <div className="filters">
        <div className="segments" role="group" aria-label="Range">
          {(Object.keys(NAMES) as TrafficRange[]).map((one) => (
            <button key={one} type="button" aria-pressed={one === range} onClick={() => set("range", one)}>
              {NAMES[one]}
            </button>
          ))}
        </div>
        <OperationSelect value={operation} change={(value) => set("operation", value)} />
        <KeySelect value={keyId} change={(value) => set("key_id", value)} />
      </div>
      <Loaded query={traffic}>{(data) => <TrafficView traffic={data} />}</Loaded>
    </div>
  );
}

function TrafficView({ traffic }: { readonly traffic: DashboardTraffic }) {
  const { total, step_seconds: step } = traffic;
  if (total.requests === 0)
    return (
      <div className="card">
        <EmptyState
          icon={Activity}
          title="No requests in this time"
          text="Choose a longer time, or make a request with one of your keys."
        />
      </div>
    );
  const note = "the tables below have the same numbers";
  return (
    <>
      <div className="cards">
        <Figure label="Requests" value={plural(total.requests, "request")} />
        <Figure label="Client errors" value={PERCENT.format(total.client_errors / total.requests)} />
        <Figure label="Server errors" value={PERCENT.format(total.server_errors / total.requests)} />
        <Figure
          label="p95"
          value={formatMs(total.p95_ms)}
          detail={`p50 ${formatMs(total.p50_ms)}, p99 ${formatMs(total.p99_ms)}`}
        />
      </div>
      <Card title="Requests by status">
        <UsageFigure plot={plotRequests(traffic)} words={requestWords(step)} label={`Requests by status; ${note}`} />
      </Card>
      <Card
        title="Latency in milliseconds"
        lead="The parts of a bar end at p50, p95 and p99; streams of events don't count."
      >
        <UsageFigure plot={plotLatency(traffic)} words={latencyWords(step)} label={`Latency; ${note}`} />
      </Card>
      <TrafficTables traffic={traffic} />
    </>
  );
}
