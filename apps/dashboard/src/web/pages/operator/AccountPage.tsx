import { getRouteApi, Link } from "@tanstack/react-router";
import type { DashboardAccount, DashboardKey } from "@portico/contract";
import { ChevronLeft } from "lucide-react";
import { type ReactNode, useState } from "react";
import { api } from "../../api/api.ts";
import { announce, Button, Card, Timestamp } from "@portico/ui";
import { formatCount, plural } from "@portico/ui/browser";
import { ConfirmDialog } from "../../parts/ConfirmDialog.tsx";
import { columnsOf, DataTable } from "../../parts/DataTable.tsx";
import { ErrorNote } from "../../parts/ErrorNote.tsx";
import { Figure } from "../../parts/Figure.tsx";
import { LedgerTable } from "../../parts/LedgerTable.tsx";
import { Loaded } from "../../parts/Loaded.tsx";
import { PageHead } from "../../parts/PageHead.tsx";
import { KeyBadge } from "../keys/KeyBadge.tsx";
import { describeRestrictions } from "../keys/describeRestrictions.ts";
import { NotFoundPage } from "../NotFoundPage.tsx";
import { AccountBadge } from "./AccountListPage.tsx";
import { GrantForm } from "./GrantForm.tsx";

const route = getRouteApi("/operator/accounts/$accountId");

export function AccountPage(): ReactNode {
  const { accountId } = route.useParams();
  const accounts = api.useQuery("get", "/dashboard/operator/accounts", {
    params: { query: { query: accountId, limit: 100 } },
  });
  return (
    <Loaded query={accounts}>
      {({ account_list: list }) => {
        const account = list.find(({ id }) => id === accountId);
        return account === undefined ? <NotFoundPage /> : <AccountView key={account.id} account={account} />;
      }}
    </Loaded>
  );
}

const AccountView = ({ account }: { readonly account: DashboardAccount }) => (
  <div className="stack">
    <PageHead
      title={account.name === "" ? account.id : account.name}
      lead={<AccountBadge account={account} />}
      crumb={
        <Link to="/operator/accounts" className="crumb">
          <ChevronLeft size={15} aria-hidden /> Accounts
        </Link>
      }
    />
    <div className="cards">
      <Figure
        label="Units left"
        value={formatCount(account.balance)}
        detail={`of ${formatCount(account.granted)} granted in total`}
      />
      <Figure label="Used, 30 days" value={formatCount(account.used_30_days)} unit="units" />
      <Figure label="Has" value={plural(account.key_count, "key")} detail={`and ${plural(account.app_count, "app")}`} />
    </div>
    <div className="wide-narrow">
      <AccountLedger account={account} />
      <GrantForm account={account} />
    </div>
    <AccountKeys account={account} />
    <Card title="About this account">
      <dl className="facts">
        <dt>Owner</dt>
        <dd>
          {account.owner === null ? "Nobody" : <code>{account.owner}</code>}
          {account.owner_chain !== null && ` a contract on ${account.owner_chain}`}
        </dd>
        <dt>Id</dt>
        <dd>
          <code>{account.id}</code>
        </dd>
        <dt>Created</dt>
        <dd>
          <Timestamp timeAt={account.created_at} />
        </dd>
      </dl>
    </Card>
    <CloseAccount account={account} />
  </div>
);

function AccountLedger({ account }: { readonly account: DashboardAccount }) {
  const ledger = api.useQuery("get", "/dashboard/operator/accounts/{account_id}/ledger", {
    params: { path: { account_id: account.id }, query: { limit: 100 } },
  });
  return (
    <Card title="Ledger" lead="Grants and adjustments, newest first">
      <Loaded query={ledger}>
        {({ ledger_list: entries }) =>
          entries.length === 0 ? <p className="quiet">Nothing was granted yet.</p> : <LedgerTable entries={entries} />
        }
      </Loaded>
    </Card>
  );
}

const column = columnsOf<DashboardKey>();
const KEY_COLUMNS = column.columns([
  column.accessor("name", { header: "Name" }),
  column.accessor((key) => describeRestrictions(key), {
    id: "restrictions",
    header: "Restrictions",
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
  column.display({ id: "state", header: "State", cell: ({ row }) => <KeyBadge apiKey={row.original} /> }),
  column.accessor("units_30_days", {
    header: "Units, 30 days",
    meta: { isEnd: true },
    cell: ({ getValue }) => formatCount(getValue()),
  }),
  column.display({
    id: "wallet",
    header: "Wallet group",
    meta: { isEnd: true },
    cell: ({ row }) => <WalletSwitch apiKey={row.original} />,
  }),
]);

function AccountKeys({ account }: { readonly account: DashboardAccount }) {
  const keys = api.useQuery("get", "/dashboard/operator/accounts/{account_id}/keys", {
    params: { path: { account_id: account.id } },
  });
  return (
    <Card title="Keys" lead="The wallet group signs and sends transactions: open it only for keys that need it">
      <Loaded query={keys}>
        {(data) => (
          <DataTable
            caption="Keys of the account"
            columns={KEY_COLUMNS}
            rows={data}
            idOf={({ id }) => id}
            empty={<p className="quiet">The account has no keys.</p>}
          />
        )}
      </Loaded>
    </Card>
  );
}

function WalletSwitch({ apiKey }: { readonly apiKey: DashboardKey }) {
  const { mutate, isPending } = api.useMutation("patch", "/dashboard/operator/keys/{key_id}", {
    onSuccess: ({ is_wallet_enabled: isOpen, name }) =>
      announce(`The wallet group is ${isOpen ? "open" : "closed"} for ${name}`),
    onError: () => announce("That failed: try again"),
  });
  const isOpen = apiKey.is_wallet_enabled;
  const flip = () => mutate({ params: { path: { key_id: apiKey.id } }, body: { is_wallet_enabled: !isOpen } });
  return (
    <Button
      size="small"
      isBusy={isPending}
      aria-label={`${isOpen ? "Close" : "Open"} the wallet group for ${apiKey.name}`}
      onClick={flip}
    >
      {isOpen ? "Close" : "Open"}
    </Button>
  );
}

function CloseAccount({ account }: { readonly account: DashboardAccount }) {
  const [isConfirming, setIsConfirming] = useState(false);
  const { mutate, isPending, error } = api.useMutation("patch", "/dashboard/operator/accounts/{account_id}", {
    onSuccess: ({ is_disabled: isDisabled }) => {
      setIsConfirming(false);
      announce(isDisabled ? "The account is closed" : "The account is open again");
    },
  });
  const set = (isDisabled: boolean) =>
    mutate({ params: { path: { account_id: account.id } }, body: { is_disabled: isDisabled } });
  return (
    <Card
      title={account.is_disabled ? "Open the account again" : "Close the account"}
      lead={
        account.is_disabled
          ? "Its keys and clients are rejected"
          : "Its keys and clients are rejected within 5 seconds; nothing is deleted"
      }
      isDanger={!account.is_disabled}
      actions={
        account.is_disabled ? (
          <Button isBusy={isPending} onClick={() => set(false)}>
            Open again
          </Button>
        ) : (
          <Button look="danger" onClick={() => setIsConfirming(true)}>
            Close …
          </Button>
        )
      }
    >
      {!isConfirming && <ErrorNote error={error} />}
      {isConfirming && (
        <ConfirmDialog
          title={`Close ${account.name}?`}
          action="Close the account"
          isBusy={isPending}
          error={error}
          confirm={() => set(true)}
          close={() => setIsConfirming(false)}
        >
          {plural(account.key_count, "key")} and the clients of {plural(account.app_count, "app")} stop working until
          you open it again.
        </ConfirmDialog>
      )}
    </Card>
  );
}
