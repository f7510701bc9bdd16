import type { OperationPrice } from "@portico/contract";
import { Pencil, RotateCcw } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { api } from "../../api/api.ts";
import { fieldProblem } from "../../api/problem.ts";
import { announce, Badge, Button, Dialog } from "@portico/ui";
import { formatCount, plural } from "@portico/ui/browser";
import { columnsOf, DataTable } from "../../parts/DataTable.tsx";
import { EditForm } from "../../parts/EditForm.tsx";
import { Field } from "../../parts/Field.tsx";
import { Loaded } from "../../parts/Loaded.tsx";
import { PageHead } from "../../parts/PageHead.tsx";

const column = columnsOf<OperationPrice>();

const columnsWith = (edit: (price: OperationPrice) => void) =>
  column.columns([
    column.accessor("path", { header: "Operation", cell: ({ getValue }) => <code>{getValue()}</code> }),
    column.accessor("default_units", {
      header: "In the contract",
      meta: { isEnd: true },
      cell: ({ getValue }) => formatCount(getValue()),
    }),
    column.accessor("units", {
      header: "Units",
      meta: { isEnd: true },
      cell: ({ row }) => <Price price={row.original} />,
    }),
    column.display({
      id: "edit",
      header: () => <span className="unseen">Change</span>,
      meta: { isEnd: true },
      cell: ({ row: { original } }) => (
        <Button
          size="small"
          look="plain"
          aria-label={`Change the price of ${original.path}`}
          icon={<Pencil size={15} aria-hidden />}
          onClick={() => edit(original)}
        />
      ),
    }),
  ]);

const Price = ({ price: { units, is_overridden: isSet } }: { readonly price: OperationPrice }) =>
  isSet ? <Badge tone="caution">{formatCount(units)}</Badge> : formatCount(units);

export function PriceListPage(): ReactNode {
  const prices = api.useQuery("get", "/dashboard/operator/prices");
  const [edited, setEdited] = useState<OperationPrice | null>(null);
  const columns = useMemo(() => columnsWith(setEdited), []);
  return (
    <>
      <PageHead
        title="Prices"
        lead="The cost of a request, in units. A change takes effect on every server within seconds."
      />
      <div className="card">
        <Loaded query={prices}>
          {(data) => (
            <DataTable
              caption="Prices"
              columns={columns}
              rows={data}
              idOf={({ operation_id: id }) => id}
              search="Search operations"
              pageSize={100}
            />
          )}
        </Loaded>
      </div>
      {edited !== null && <PriceDialog price={edited} close={() => setEdited(null)} />}
    </>
  );
}

function PriceDialog({ price, close }: { readonly price: OperationPrice; readonly close: () => void }) {
  const [units, setUnits] = useState(String(price.units));
  const onSuccess = (now: OperationPrice) => {
    announce(`${now.path} costs ${plural(now.units, "unit")}`);
    close();
  };
  const set = api.useMutation("put", "/dashboard/operator/prices/{operation_id}", { onSuccess });
  const reset = api.useMutation("delete", "/dashboard/operator/prices/{operation_id}", { onSuccess });
  const params = { path: { operation_id: price.operation_id } };
  const error = set.error ?? reset.error;
  return (
    <Dialog title="Change a price" lead={<code>{price.path}</code>} close={close}>
      <EditForm
        submit={() => set.mutate({ params, body: { units: Number(units) } })}
        action="Set"
        isBusy={set.isPending}
        error={error}
        other={
          price.override_of === price.operation_id && (
            <Button
              icon={<RotateCcw size={15} aria-hidden />}
              isBusy={reset.isPending}
              onClick={() => reset.mutate({ params })}
            >
              As in the contract
            </Button>
          )
        }
      >
        <Field
          label="Units per request"
          hint={`${formatCount(price.default_units)} in the contract.`}
          wrong={fieldProblem(error, "units")}
        >
          {(tie) => (
            <input
              {...tie}
              type="number"
              min={1}
              max={1_000_000}
              step={1}
              required
              value={units}
              onChange={({ target }) => setUnits(target.value)}
            />
          )}
        </Field>
      </EditForm>
    </Dialog>
  );
}
