import { getRouteApi, Link } from "@tanstack/react-router";
import type { DashboardKey } from "@portico/contract";
import { ChartColumn, ChevronLeft } from "lucide-react";
import { type ReactNode, useState } from "react";
import { api } from "../api/api.ts";
import { operationLabel } from "../api/apiOperations.ts";
import { plotUsage } from "../charts/plotUsage.ts";
import { UsageFigure } from "../charts/UsageFigure.tsx";
import { announce, Badge, Card, EmptyState, Timestamp } from "@portico/ui";
import { plural } from "@portico/ui/browser";
import { EditForm } from "../parts/EditForm.tsx";
import { Loaded } from "../parts/Loaded.tsx";
import { PageHead } from "../parts/PageHead.tsx";
import { isKeyLive, KeyBadge } from "./keys/KeyBadge.tsx";
import { changesOfKey, draftOfKey } from "./keys/keyDraft.ts";
import { KeyFields } from "./keys/KeyFields.tsx";
import { RevokeKey } from "./keys/RevokeKey.tsx";
import { RotateKey } from "./keys/RotateKey.tsx";
import { NotFoundPage } from "./NotFoundPage.tsx";
import { Allowed } from "../parts/Allowed.tsx";

const route = getRouteApi("/keys/$keyId");

export function KeyPage(): ReactNode {
  const { keyId } = route.useParams();
  const keys = api.useQuery("get", "/dashboard/keys");
  return (
    <Loaded query={keys}>
      {(data) => {
        const key = data.find(({ id }) => id === keyId);
        return key === undefined ? <NotFoundPage /> : <KeyView key={key.id} apiKey={key} />;
      }}
    </Loaded>
  );
}

const KeyView = ({ apiKey }: { readonly apiKey: DashboardKey }) => (
  <div className="stack">
    <PageHead
      title={apiKey.name}
      lead={<KeyBadge apiKey={apiKey} />}
      crumb={
        <Link to="/keys" className="crumb">
          <ChevronLeft size={15} aria-hidden /> Keys
        </Link>
      }
    >
      <Allowed to="keys.write">
        <RotateKey apiKey={apiKey} />
        {isKeyLive(apiKey) && <RevokeKey apiKey={apiKey} />}
      </Allowed>
    </PageHead>
    <KeyDetails apiKey={apiKey} />
    <KeyUsage apiKey={apiKey} />
    {isKeyLive(apiKey) && <KeySettings apiKey={apiKey} />}
  </div>
);

const KeyDetails = ({ apiKey: key }: { readonly apiKey: DashboardKey }) => (
  <Card title="About this key">
    <dl className="facts">
      <dt>Created</dt>
      <dd>
        <Timestamp timeAt={key.created_at} />
      </dd>
      <dt>Last used</dt>
      <dd>{key.last_used_at === null ? "Never" : <Timestamp timeAt={key.last_used_at} />}</dd>
      <dt>Ends</dt>
      <dd>
        {key.revoked_at !== null ? (
          <>
            Revoked <Timestamp timeAt={key.revoked_at} />
          </>
        ) : key.expires_at === null ? (
          "Never"
        ) : (
          <Timestamp timeAt={key.expires_at} />
        )}
      </dd>
      <dt>Wallet group</dt>
      <dd>
        {key.is_wallet_enabled ? (
          <Badge tone="good">Opened</Badge>
        ) : (
          <span className="quiet">Closed: the operator of this service can open it</span>
        )}
      </dd>
      <dt>Id</dt>
      <dd>
        <code>{key.id}</code>
      </dd>
    </dl>
  </Card>
);

function KeyUsage({ apiKey }: { readonly apiKey: DashboardKey }) {
  const usage = api.useQuery("get", "/dashboard/usage", { params: { query: { by: ["day", "operation", "key"] } } });
  return (
    <Card title="Usage" lead={`${plural(apiKey.units_30_days, "unit")} in the last 30 days, by operation`}>
      <Loaded query={usage} bones={<span className="bone tall" />}>
        {(data) => {
          const own = data.usage_list.filter(({ key_id: id }) => id === apiKey.id);
          if (own.length === 0)
            return (
              <EmptyState
                icon={ChartColumn}
                title="Not used yet"
                text="The cost of requests with this key appears here, day by day."
              />
            );
          const plot = plotUsage({ ...data, usage_list: own }, "operation", ({ operation }) =>
            operationLabel(operation),
          );
          return <UsageFigure plot={plot} label={`Units of ${apiKey.name} by operation, in the last 30 days`} />;
        }}
      </Loaded>
    </Card>
  );
}

function KeySettings({ apiKey }: { readonly apiKey: DashboardKey }) {
  const [start, setStart] = useState(() => draftOfKey(apiKey));
  const [draft, setDraft] = useState(start);
  const { mutate, isPending, error } = api.useMutation("patch", "/dashboard/keys/{key_id}", {
    onSuccess: () => announce("Saved: it takes effect everywhere within seconds"),
  });
  const changes = changesOfKey(start, draft);
  const save = () =>
    mutate({ params: { path: { key_id: apiKey.id } }, body: changes }, { onSuccess: () => setStart(draft) });
  return (
    <Card title="Restrictions">
      <EditForm
        submit={save}
        action="Save"
        needs="keys.write"
        isBusy={isPending}
        isOff={Object.keys(changes).length === 0}
        error={error}
      >
        <KeyFields draft={draft} change={setDraft} error={error} />
      </EditForm>
    </Card>
  );
}
