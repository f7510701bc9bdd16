import { Link } from "@tanstack/react-router";
import type { DashboardAccount, DashboardAccountList } from "@portico/contract";
import { Users } from "lucide-react";
import { type ReactNode, useState } from "react";
import { api } from "../../api/api.ts";
import { Badge, EmptyState, SearchField } from "@portico/ui";
import { formatAccount, formatCount } from "@portico/ui/browser";
import { columnsOf } from "../../parts/DataTable.tsx";
import { Loaded } from "../../parts/Loaded.tsx";
import { PageHead } from "../../parts/PageHead.tsx";
import { PagedTable } from "../../parts/PagedTable.tsx";

const LIMIT = 50;
const column = columnsOf<DashboardAccount>();
const COLUMNS = column.columns([
  column.accessor("name", {
    header: "Name",
    cell: ({ row: { original: account } }) => (
      <Link to="/operator/accounts/$accountId" params={{ accountId: account.id }}>
        {account.name === "" ? account.id : account.name}
      </Link>
    ),
  }),
  column.accessor((account) => account.owner ?? "", {
    id: "owner",
    header: "Owner",
    enableSorting: false,
    cell: ({ row: { original } }) =>
      original.owner === null ? (
        <span className="quiet">None</span>
      ) : (
        <code title={original.owner}>{formatAccount(original.owner, original.owner_chain)}</code>
      ),
  }),
  column.accessor((account) => (account.is_disabled ? 1 : 0), {
    id: "state",
    header: "State",
    cell: ({ row }) => <AccountBadge account={row.original} />,
  }),
  column.accessor("key_count", { header: "Keys", meta: { isEnd: true } }),
  column.accessor("app_count", { header: "Apps", meta: { isEnd: true } }),
  column.accessor("used_30_days", {
    header: "Used, 30 days",
    meta: { isEnd: true },
    cell: ({ getValue }) => formatCount(getValue()),
  }),
  column.accessor("balance", {
    header: "Units left",
    meta: { isEnd: true },
    cell: ({ getValue }) => formatCount(getValue()),
  }),
]);

export const AccountBadge = ({ account }: { readonly account: DashboardAccount }) => {
  if (account.is_disabled) return <Badge tone="bad">Closed</Badge>;
  return account.is_operator ? <Badge tone="caution">Operator</Badge> : <Badge tone="good">Open</Badge>;
};

export function AccountListPage(): ReactNode {
  const [start, setStart] = useState(0);
  const [text, setText] = useState("");
  const query = { start, limit: LIMIT, ...(text.trim() !== "" && { query: text.trim() }) };
  const accounts = api.useQuery(
    "get",
    "/dashboard/operator/accounts",
    { params: { query } },
    { placeholderData: (previous: DashboardAccountList | undefined) => previous },
  );
  return (
    <>
      <PageHead title="Accounts" lead="All users who have signed in, newest first." />
      <div className="card">
        <div className="table-tools">
          <SearchField
            label="Search names, addresses, ids"
            change={(next) => {
              setText(next);
              setStart(0);
            }}
          />
        </div>
        <Loaded query={accounts}>
          {({ account_list: list, total_count: total }) => (
            <PagedTable
              caption="Accounts"
              columns={COLUMNS}
              rows={list}
              idOf={({ id }) => id}
              pageSize={LIMIT}
              empty={
                <EmptyState
                  icon={Users}
                  title={text === "" ? "No accounts yet" : "No account matches"}
                  text={
                    text === ""
                      ? "An account is created when a user signs in to this dashboard for the first time."
                      : "Search for a part of a name, an address or an id."
                  }
                />
              }
              start={start}
              total={total}
              go={setStart}
            />
          )}
        </Loaded>
      </div>
    </>
  );
}
