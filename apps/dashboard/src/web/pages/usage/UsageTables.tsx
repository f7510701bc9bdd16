import type { Usage, UsageRow } from "@portico/contract";
import { useMemo } from "react";
import type { Split } from "../../charts/plotUsage.ts";
import { Card } from "@portico/ui";
import { formatCount, formatDay } from "@portico/ui/browser";
import { columnsOf, DataTable } from "../../parts/DataTable.tsx";
import { usageLabels } from "./usageLabels.ts";

interface Line {
  readonly day: string;
  readonly label: string;
  readonly units: number;
  readonly calls: number;
  /** Of all units, 0..1. */
  readonly share: number;
}

const column = columnsOf<Line>();
const PERCENT = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 1 });
const day = column.accessor("day", {
  header: "Day",
  cell: ({ getValue }) => <span className="nowrap">{formatDay(getValue())}</span>,
});
const label = column.accessor("label", { header: "What", meta: { isLong: true } });
const units = column.accessor("units", {
  header: "Units",
  meta: { isEnd: true },
  cell: ({ getValue }) => formatCount(getValue()),
});
const calls = column.accessor("calls", {
  header: "Requests",
  meta: { isEnd: true },
  cell: ({ getValue }) => formatCount(getValue()),
});
const share = column.accessor("share", {
  header: "Share",
  meta: { isEnd: true },
  cell: ({ getValue }) => PERCENT.format(getValue()),
});

const SUMMED = column.columns([label, units, calls, share]);
const DAILY = column.columns([day, label, units, calls]);
const DAILY_IN_ALL = column.columns([day, units, calls]);

interface UsageTableProps {
  readonly usage: Usage;
  readonly split: Split;
}

/** The usage of each operation or key in the whole range. */
export function UsageByTable({ usage, split }: UsageTableProps) {
  const lines = useMemo(() => summed(usage.usage_list, usageLabels(usage, split)), [usage, split]);
  return (
    <Card title={split === "operation" ? "Operations" : "Keys"}>
      <DataTable
        caption={split === "operation" ? "Units by operation" : "Units by key"}
        columns={SUMMED}
        rows={lines}
        idOf={(line) => line.label}
        order="-units"
        pageSize={10}
      />
    </Card>
  );
}

/** The chart's numbers. */
export function UsageDayTable({ usage, split }: UsageTableProps) {
  const lines = useMemo(() => listDaily(usage, split), [usage, split]);
  return (
    <Card title="Day by day">
      <DataTable
        key={split}
        caption="Units day by day"
        columns={split === "total" ? DAILY_IN_ALL : DAILY}
        rows={lines}
        idOf={(line) => `${line.day} ${line.label}`}
        order="-day"
        pageSize={15}
        {...(split !== "total" && { search: split === "operation" ? "Search operations" : "Search keys" })}
      />
    </Card>
  );
}

function listDaily(usage: Usage, split: Split): Line[] {
  const labelOf = usageLabels(usage, split);
  return usage.usage_list.map((row) => ({
    day: row.day,
    label: labelOf(row),
    units: row.units,
    calls: row.calls,
    share: 0,
  }));
}

function summed(rows: readonly UsageRow[], labelOf: (row: UsageRow) => string): Line[] {
  const all = rows.reduce((sum, row) => sum + row.units, 0);
  return [...Map.groupBy(rows, labelOf)].map(([name, own]) => {
    const used = own.reduce((sum, row) => sum + row.units, 0);
    const total = own.reduce((sum, row) => sum + row.calls, 0);
    return { day: "", label: name, units: used, calls: total, share: all === 0 ? 0 : used / all };
  });
}
