import type { OperatorProtocol, ProtocolSwitched } from "@portico/contract";
import { Blocks } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { api } from "../../api/api.ts";
import { fieldProblem } from "../../api/problem.ts";
import { announce, Badge, Button, Card, Dialog, EmptyState, Timestamp } from "@portico/ui";
import { columnsOf, DataTable } from "../../parts/DataTable.tsx";
import { EditForm } from "../../parts/EditForm.tsx";
import { Field } from "../../parts/Field.tsx";
import { Loaded } from "../../parts/Loaded.tsx";
import { PageHead } from "../../parts/PageHead.tsx";

const USD = new Intl.NumberFormat("en", {
  style: "currency",
  currency: "USD",
  notation: "compact",
  maximumFractionDigits: 1,
});
/** In the order of the column. */
const STATES = ["read", "unread", "failing", "off"] as const;
const BADGES = {
  read: <Badge tone="good">Read</Badge>,
  unread: <Badge>Never read</Badge>,
  failing: <Badge tone="caution">Failing</Badge>,
  off: <Badge tone="bad">Off</Badge>,
};

function stateOf({ is_off, error, read_at }: OperatorProtocol): (typeof STATES)[number] {
  if (is_off) return "off";
  if (error !== "") return "failing";
  return read_at === null ? "unread" : "read";
}

const column = columnsOf<OperatorProtocol>();

const columnsWith = (flip: (protocol: OperatorProtocol) => void) =>
  column.columns([
    column.accessor(({ name, id }) => `${name} ${id}`, {
      id: "name",
      header: "Protocol",
      cell: ({ row: { original } }) => (
        <>
          {original.name} <span className="quiet small">{original.id}</span>
        </>
      ),
    }),
    column.accessor("chain_id", { header: "Chain" }),
    column.accessor((protocol) => STATES.indexOf(stateOf(protocol)), {
      id: "state",
      header: "State",
      cell: ({ row }) => <State protocol={row.original} />,
    }),
    column.accessor((protocol) => protocol.tvl_usd ?? 0, {
      id: "tvl",
      header: "Deposited",
      meta: { isEnd: true },
      cell: ({ row: { original } }) =>
        original.tvl_usd === null ? <span className="quiet">unknown</span> : USD.format(original.tvl_usd),
    }),
    column.accessor((protocol) => protocol.read_at ?? 0, {
      id: "read",
      header: "Last read",
      cell: ({ row: { original } }) =>
        original.read_at === null ? <span className="quiet">Never</span> : <Timestamp timeAt={original.read_at} />,
    }),
    column.display({
      id: "switch",
      header: () => <span className="unseen">Switch</span>,
      meta: { isEnd: true },
      cell: ({ row: { original } }) => (
        <Button size="small" {...(!original.is_off && { look: "danger" as const })} onClick={() => flip(original)}>
          {original.is_off ? "Switch on …" : "Switch off …"}
        </Button>
      ),
    }),
  ]);

function State({ protocol }: { readonly protocol: OperatorProtocol }) {
  const reason = protocol.is_off ? protocol.off_reason : protocol.error;
  return (
    <>
      {BADGES[stateOf(protocol)]}
      {reason !== "" && <p className="quiet small">{reason}</p>}
    </>
  );
}

export function ProtocolListPage(): ReactNode {
  const protocols = api.useQuery("get", "/dashboard/operator/protocols");
  const [flipped, setFlipped] = useState<OperatorProtocol | null>(null);
  const columns = useMemo(() => columnsWith(setFlipped), []);
  return (
    <div className="stack">
      <PageHead
        title="Protocols"
        lead="A protocol that is switched off is no longer read, and responses list it as missing; all servers are notified at once."
      />
      <div className="card">
        <Loaded query={protocols}>
          {(data) => (
            <DataTable
              caption="Protocols"
              columns={columns}
              rows={data}
              idOf={({ id }) => id}
              order="name"
              search="Search protocols"
              pageSize={50}
              empty={
                <EmptyState icon={Blocks} title="No protocols yet" text="They appear once the indexer has read them." />
              }
            />
          )}
        </Loaded>
      </div>
      <SwitchLog />
      {flipped !== null && <SwitchDialog protocol={flipped} close={() => setFlipped(null)} />}
    </div>
  );
}

const switchColumns = (() => {
  const switched = columnsOf<ProtocolSwitched>();
  return switched.columns([
    switched.accessor("switched_at", { header: "When", cell: ({ getValue }) => <Timestamp timeAt={getValue()} /> }),
    switched.accessor("name", { header: "Protocol" }),
    switched.accessor("is_off", {
      header: "Switched",
      cell: ({ getValue }) => (getValue() ? <Badge tone="bad">Off</Badge> : <Badge tone="good">On</Badge>),
    }),
    switched.accessor("actor", { header: "By", cell: ({ getValue }) => <code>{getValue()}</code> }),
    switched.accessor("reason", { header: "Why", meta: { isLong: true } }),
  ]);
})();

/** Who changed which protocol; nothing if there are no entries. */
function SwitchLog() {
  const switches = api.useQuery("get", "/dashboard/operator/protocol_switches");
  if (switches.data?.length === 0) return null;
  return (
    <Card title="Switches" lead="Protocols switched on or off, newest first. Entries can't be changed or deleted.">
      <Loaded query={switches}>
        {(data) => (
          <DataTable
            caption="Switches"
            columns={switchColumns}
            rows={data}
            idOf={({ protocol_id: id, switched_at: at, is_off: isOff }) => `${id} ${at} ${isOff}`}
            pageSize={10}
          />
        )}
      </Loaded>
    </Card>
  );
}

function SwitchDialog({ protocol, close }: { readonly protocol: OperatorProtocol; readonly close: () => void }) {
  const [reason, setReason] = useState("");
  const { mutate, isPending, error } = api.useMutation("put", "/dashboard/operator/protocols/{protocol_id}", {
    onSuccess: ({ name, is_off: isOff }) => {
      announce(`${name} is ${isOff ? "off" : "on"}`);
      close();
    },
  });
  const goesOff = !protocol.is_off;
  return (
    <Dialog
      title={`Switch ${protocol.name} ${goesOff ? "off" : "on"}?`}
      lead={
        goesOff
          ? "Responses omit all positions in it until it is switched on again."
          : "Its positions are read and returned again."
      }
      close={close}
    >
      <EditForm
        submit={() => mutate({ params: { path: { protocol_id: protocol.id } }, body: { is_off: goesOff, reason } })}
        action={goesOff ? "Switch off" : "Switch on"}
        isDanger={goesOff}
        isBusy={isPending}
        error={error}
        cancel={close}
      >
        {goesOff && (
          <Field label="Why" isOptional hint="Shown in the list of protocols." wrong={fieldProblem(error, "reason")}>
            {(tie) => (
              <input {...tie} maxLength={300} value={reason} onChange={({ target }) => setReason(target.value)} />
            )}
          </Field>
        )}
      </EditForm>
    </Dialog>
  );
}
