import type { UnitRequest } from "@portico/contract";
import { useState } from "react";
import { announce, Card, Timestamp } from "@portico/ui";
import { formatCount } from "@portico/ui/browser";
import { api } from "../../api/api.ts";
import { fieldProblem } from "../../api/problem.ts";
import { columnsOf, DataTable } from "../../parts/DataTable.tsx";
import { EditForm } from "../../parts/EditForm.tsx";
import { Field } from "../../parts/Field.tsx";
import { Loaded } from "../../parts/Loaded.tsx";
import { UnitRequestBadge } from "./UnitRequestBadge.tsx";
import { UnitsField } from "./UnitsField.tsx";

const LIMIT = 10;
const column = columnsOf<UnitRequest>();
const plain = { enableSorting: false } as const;
const COLUMNS = column.columns([
  column.accessor("created_at", {
    header: "Requested",
    ...plain,
    cell: ({ getValue }) => <Timestamp timeAt={getValue()} />,
  }),
  column.accessor("units", {
    header: "Units",
    ...plain,
    meta: { isEnd: true },
    cell: ({ getValue }) => formatCount(getValue()),
  }),
  column.accessor("reason", { header: "What for", ...plain, meta: { isLong: true } }),
  column.accessor("state", {
    header: "State",
    ...plain,
    cell: ({ row: { original } }) => <UnitRequestBadge request={original} />,
  }),
]);

/** Asks the operator for units, and shows what became of earlier requests. */
export function RequestUnits() {
  const requests = api.useQuery("get", "/dashboard/unit_requests", { params: { query: { start: 0, limit: LIMIT } } });
  return (
    <Card title="Request units" lead="The operator of this service decides; the answer is a notice.">
      <Loaded query={requests}>
        {({ unit_request_list: list }) => (
          <>
            {list.some(({ state }) => state === "waiting") ? (
              <p>Your request waits for the operator.</p>
            ) : (
              <RequestForm />
            )}
            {list.length > 0 && (
              <DataTable
                caption="Requests for units"
                columns={COLUMNS}
                rows={list}
                idOf={({ id }) => id}
                pageSize={LIMIT}
              />
            )}
          </>
        )}
      </Loaded>
    </Card>
  );
}

function RequestForm() {
  const [draft, setDraft] = useState({ units: "", reason: "" });
  const { mutate, isPending, error } = api.useMutation("post", "/dashboard/unit_requests", {
    onSuccess: () => announce("The operator was asked"),
  });
  return (
    <EditForm
      submit={() => mutate({ body: { units: Number(draft.units), reason: draft.reason } })}
      action="Request"
      needs="units.request"
      isBusy={isPending}
      error={error}
    >
      <UnitsField
        value={draft.units}
        change={(units) => setDraft({ ...draft, units })}
        wrong={fieldProblem(error, "units")}
      />
      <Field label="What for" wrong={fieldProblem(error, "reason")}>
        {(tie) => (
          <input
            {...tie}
            required
            maxLength={500}
            value={draft.reason}
            onChange={({ target }) => setDraft({ ...draft, reason: target.value })}
          />
        )}
      </Field>
    </EditForm>
  );
}
