import type { DashboardTraffic, TrafficCounts } from "@portico/contract";
import { Card } from "@portico/ui";
import { formatCount, formatDay } from "@portico/ui/browser";
import { operationLabel } from "../../api/apiOperations.ts";
import { spanWords } from "../../charts/chartWords.ts";
import { columnsOf, DataTable } from "../../parts/DataTable.tsx";
import { formatMs, spanOf } from "./plotTraffic.ts";

type Line = TrafficCounts & { readonly id: string; readonly label: string };

const column = columnsOf<Line>();
const count = (name: "requests" | "client_errors" | "server_errors" | "units", header: string) =>
  column.accessor(name, { header, meta: { isEnd: true }, cell: ({ getValue }) => formatCount(getValue()) });
const duration = (name: "p50_ms" | "p95_ms" | "p99_ms", header: string) =>
  column.accessor(name, { header, meta: { isEnd: true }, cell: ({ getValue }) => formatMs(getValue()) });
const figures = [
  count("requests", "Requests"),
  count("client_errors", "4xx"),
  count("server_errors", "5xx"),
  count("units", "Units"),
  duration("p50_ms", "p50"),
  duration("p95_ms", "p95"),
  duration("p99_ms", "p99"),
] as const;
const columnsNamed = (header: string) =>
  column.columns([column.accessor("label", { header, meta: { isLong: true } }), ...figures]);
const BY_OPERATION = columnsNamed("Operation");
const BY_KEY = columnsNamed("Key");
const BY_TIME = column.columns([
  column.accessor("id", { header: "Time", cell: ({ row: { original } }) => original.label }),
  ...figures,
]);

/** The numbers of the charts, and of each operation and key. */
export function TrafficTables({ traffic }: { readonly traffic: DashboardTraffic }) {
  const { operation_list: operations, key_list: keys, point_list: points, step_seconds: step } = traffic;
  return (
    <>
      <Card title="Operations">
        <DataTable
          caption="Requests by operation"
          columns={BY_OPERATION}
          rows={operations.map((row) => ({ ...row, label: operationLabel(row.id) }))}
          idOf={({ id }) => id}
          order="-requests"
          pageSize={10}
        />
      </Card>
      <Card title="Keys">
        <DataTable
          caption="Requests by key"
          columns={BY_KEY}
          rows={keys.map((row) => ({ ...row, label: row.name || row.id }))}
          idOf={({ id }) => id}
          order="-requests"
          pageSize={10}
        />
      </Card>
      <Card title="Over time">
        <DataTable
          caption="Requests over time"
          columns={BY_TIME}
          rows={points.map((point) => ({ ...point, id: String(point.time_at), label: labelOf(point.time_at, step) }))}
          idOf={({ id }) => id}
          order="-id"
          pageSize={12}
        />
      </Card>
    </>
  );
}

const labelOf = (timeAt: number, step: number): string => {
  const day = spanOf(timeAt, step);
  return step >= 86_400 ? formatDay(day) : spanWords(step).span({ day, units: {}, total: 0 });
};
