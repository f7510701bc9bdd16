import { getRouteApi } from "@tanstack/react-router";
import type { Usage } from "@portico/contract";
import { ChartColumn, Download } from "lucide-react";
import type { ReactNode } from "react";
import { api } from "../api/api.ts";
import { plotUsage, type Split } from "../charts/plotUsage.ts";
import { UsageFigure } from "../charts/UsageFigure.tsx";
import { Card, EmptyState } from "@portico/ui";
import { formatDay, plural } from "@portico/ui/browser";
import { Loaded } from "../parts/Loaded.tsx";
import { PageHead } from "../parts/PageHead.tsx";
import { RangeFields } from "./usage/RangeFields.tsx";
import { usageLabels } from "./usage/usageLabels.ts";
import { UsageByTable, UsageDayTable } from "./usage/UsageTables.tsx";

const route = getRouteApi("/usage");

const SPLITS: readonly { readonly split: Split; readonly name: string }[] = [
  { split: "operation", name: "By operation" },
  { split: "key", name: "By key" },
  { split: "total", name: "Total" },
];

const BY: Readonly<Record<Split, ("day" | "operation" | "key")[]>> = {
  operation: ["day", "operation"],
  key: ["day", "key"],
  total: ["day"],
};

const isOf = (queryKey: readonly unknown[] | undefined, split: Split): boolean =>
  JSON.stringify(queryKey)?.includes(`"by":${JSON.stringify(BY[split])}`) ?? false;

export function UsagePage(): ReactNode {
  const { from, to, by: split = "operation" } = route.useSearch();
  const navigate = route.useNavigate();
  const range = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
  const usage = api.useQuery(
    "get",
    "/dashboard/usage",
    { params: { query: { ...range, by: BY[split] } } },
    // while another range loads, the previous rows stay; rows of another split can't
    { placeholderData: (old: Usage | undefined, query) => (isOf(query?.queryKey, split) ? old : undefined) },
  );
  const csv = `/dashboard/usage.csv?${new URLSearchParams({ ...range, by: "day,operation,key" }).toString()}`;
  return (
    <div className="stack">
      <PageHead title="Usage" lead="Units that your requests cost, by UTC day.">
        <a className="button" href={csv} download>
          <Download size={16} aria-hidden /> Export CSV
        </a>
      </PageHead>
      <div className="usage-tools">
        <RangeFields
          range={range}
          change={(next, isTyped) =>
            void navigate({
              search: (search) => ({ ...next, ...(search.by !== undefined && { by: search.by }) }),
              replace: isTyped,
            })
          }
        />
        <div className="segments" role="group" aria-label="Group by">
          {SPLITS.map(({ split: one, name }) => (
            <button
              key={one}
              type="button"
              aria-pressed={one === split}
              onClick={() => void navigate({ search: { ...range, by: one } })}
            >
              {name}
            </button>
          ))}
        </div>
      </div>
      <Loaded query={usage}>{(data) => <UsageView usage={data} split={split} />}</Loaded>
    </div>
  );
}

function UsageView({ usage, split }: { readonly usage: Usage; readonly split: Split }) {
  const plot = plotUsage(usage, split, usageLabels(usage, split));
  const lead = `${plural(plot.total, "unit")}, ${formatDay(usage.from)} to ${formatDay(usage.to)}`;
  if (usage.usage_list.length === 0)
    return (
      <div className="card">
        <EmptyState
          icon={ChartColumn}
          title="Nothing was used on these days"
          text="Choose other days, or make a request with one of your keys."
        />
      </div>
    );
  return (
    <>
      <Card title="Units per day" lead={lead}>
        <UsageFigure plot={plot} label={`Units per day, ${lead}; the tables below have the same numbers`} />
      </Card>
      {split !== "total" && <UsageByTable usage={usage} split={split} />}
      <UsageDayTable usage={usage} split={split} />
    </>
  );
}
