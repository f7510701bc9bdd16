import { Link } from "@tanstack/react-router";
import type { DashboardKey, KeyWithSecret } from "@portico/contract";
import { KeyRound, Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { api } from "../api/api.ts";
import { Button, EmptyState, Timestamp } from "@portico/ui";
import { formatCount, plural } from "@portico/ui/browser";
import { columnsOf, DataTable } from "../parts/DataTable.tsx";
import { Loaded } from "../parts/Loaded.tsx";
import { PageHead } from "../parts/PageHead.tsx";
import { isKeyLive, KeyBadge, stateOf } from "./keys/KeyBadge.tsx";
import { KeySecretDialog } from "./keys/KeySecretDialog.tsx";
import { NewKeyDialog } from "./keys/NewKeyDialog.tsx";
import { describeRestrictions } from "./keys/describeRestrictions.ts";
import { Allowed } from "../parts/Allowed.tsx";

const column = columnsOf<DashboardKey>();
const COLUMNS = column.columns([
  column.accessor("name", {
    header: "Name",
    cell: ({ row: { original: key } }) => (
      <Link to="/keys/$keyId" params={{ keyId: key.id }}>
        {key.name}
      </Link>
    ),
  }),
  column.accessor((key) => stateOf(key), {
    id: "state",
    header: "State",
    cell: ({ row }) => <KeyBadge apiKey={row.original} />,
  }),
  column.accessor((key) => describeRestrictions(key), {
    id: "restrictions",
    header: "Restrictions",
    enableSorting: false,
    meta: { isLong: true },
  }),
  column.accessor((key) => key.last_used_at ?? 0, {
    id: "last-used",
    header: "Last used",
    cell: ({ row: { original } }) =>
      original.last_used_at === null ? (
        <span className="quiet">Never</span>
      ) : (
        <Timestamp timeAt={original.last_used_at} />
      ),
  }),
  column.accessor("units_30_days", {
    header: "Units, 30 days",
    meta: { isEnd: true },
    cell: ({ getValue }) => formatCount(getValue()),
  }),
]);

export function KeyListPage(): ReactNode {
  const keys = api.useQuery("get", "/dashboard/keys");
  const [isCreating, setIsCreating] = useState(false);
  const [made, setMade] = useState<KeyWithSecret | null>(null);
  const [isAll, setIsAll] = useState(false);
  const create = (
    <Allowed to="keys.write">
      <Button look="main" icon={<Plus size={17} aria-hidden />} onClick={() => setIsCreating(true)}>
        Create a key
      </Button>
    </Allowed>
  );
  return (
    <>
      <PageHead title="Keys" lead="Your servers send them to the data API in the header AccessKey.">
        {(keys.data?.length ?? 0) > 0 && create}
      </PageHead>
      <div className="card">
        <Loaded query={keys}>
          {(data) => {
            const gone = data.filter((key) => !isKeyLive(key)).length;
            return (
              <>
                {gone > 0 && (
                  <label className="check table-tools">
                    <input type="checkbox" checked={isAll} onChange={({ target }) => setIsAll(target.checked)} />
                    Show {plural(gone, "key")} no longer active
                  </label>
                )}
                <DataTable
                  caption="Access keys"
                  columns={COLUMNS}
                  rows={isAll ? data : data.filter((key) => isKeyLive(key))}
                  idOf={({ id }) => id}
                  {...(data.length > 8 && { search: "Search keys" })}
                  empty={
                    <EmptyState
                      icon={KeyRound}
                      title={data.length === 0 ? "No keys yet" : "No active key"}
                      text="Create one key for each server, restricted to what that server needs: a leaked key then gives little access, and can be revoked alone."
                    >
                      {data.length === 0 && create}
                    </EmptyState>
                  }
                />
              </>
            );
          }}
        </Loaded>
      </div>
      {isCreating && (
        <NewKeyDialog
          close={() => setIsCreating(false)}
          done={(reply) => {
            setIsCreating(false);
            setMade(reply);
          }}
        />
      )}
      {made !== null && (
        <KeySecretDialog title={`${made.key.name} is created`} made={made} close={() => setMade(null)} />
      )}
    </>
  );
}
