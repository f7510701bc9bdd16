import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import type { DashboardClient } from "@portico/contract";
import { ChevronLeft } from "lucide-react";
import { type ReactNode, useState } from "react";
import { api } from "../api/api.ts";
import { useSession } from "../api/useSession.ts";
import { announce, Badge, Button, Card, Copyable } from "@portico/ui";
import { Allowed } from "../parts/Allowed.tsx";
import { ConfirmDialog } from "../parts/ConfirmDialog.tsx";
import { DeleteCard } from "../parts/DeleteCard.tsx";
import { EditForm } from "../parts/EditForm.tsx";
import { Loaded } from "../parts/Loaded.tsx";
import { PageHead } from "../parts/PageHead.tsx";
import { bodyOf, ClientFields, draftOf } from "./apps/ClientFields.tsx";
import { ClientSecrets } from "./apps/ClientSecrets.tsx";
import { NotFoundPage } from "./NotFoundPage.tsx";

const route = getRouteApi("/apps/$appId/clients/$clientId");

export function ClientPage(): ReactNode {
  const { appId, clientId } = route.useParams();
  const clients = api.useQuery("get", "/dashboard/apps/{app_id}/clients", { params: { path: { app_id: appId } } });
  return (
    <Loaded query={clients}>
      {(data) => {
        const client = data.find(({ id }) => id === clientId);
        return client === undefined ? <NotFoundPage /> : <ClientView key={client.id} client={client} />;
      }}
    </Loaded>
  );
}

const ClientView = ({ client }: { readonly client: DashboardClient }) => (
  <div className="stack">
    <PageHead
      title="Client"
      lead={client.is_disabled ? <Badge tone="bad">Disabled</Badge> : <Badge tone="good">Active</Badge>}
      crumb={
        <Link to="/apps/$appId" params={{ appId: client.app_id }} className="crumb">
          <ChevronLeft size={15} aria-hidden /> <AppName id={client.app_id} />
        </Link>
      }
    />
    <Card
      title="Credentials"
      lead="For the server that users sign in to; never put the secret into a web page or a mobile app"
    >
      <p className="label">Client id</p>
      <Copyable name="the client id" value={client.id} />
      <ClientSecrets client={client} />
    </Card>
    <Endpoints />
    <ClientSettings client={client} />
    <SwitchClient client={client} />
    <DeleteClient client={client} />
  </div>
);

function AppName({ id }: { readonly id: string }) {
  const app = api.useQuery("get", "/dashboard/apps/{app_id}", { params: { path: { app_id: id } } });
  return app.data?.name ?? "The app";
}

/** The app's endpoints at the sign-in service; left out if its URL is unknown. */
function Endpoints() {
  const { connect_url: connectUrl, docs_url: docsUrl } = useSession();
  if (connectUrl === "") return null;
  const isDocumented = docsUrl !== "";
  return (
    <Card
      title="Endpoints"
      lead="Authorization code with PKCE"
      actions={isDocumented && <a href={docsUrl}>Documentation</a>}
    >
      <p className="label">Where users are redirected to</p>
      <Copyable name="the authorization endpoint" value={`${connectUrl}/oauth/authorize`} />
      <p className="label later">Where the app&rsquo;s server gets tokens</p>
      <Copyable name="the token endpoint" value={`${connectUrl}/oauth/token`} />
    </Card>
  );
}

function ClientSettings({ client }: { readonly client: DashboardClient }) {
  const [draft, setDraft] = useState(() => draftOf(client));
  const { mutate, isPending, error } = api.useMutation("patch", "/dashboard/clients/{client_id}", {
    onSuccess: () => announce("Saved"),
  });
  const isChanged = JSON.stringify(bodyOf(draft)) !== JSON.stringify(bodyOf(draftOf(client)));
  return (
    <Card title="Settings">
      <EditForm
        submit={() => mutate({ params: { path: { client_id: client.id } }, body: bodyOf(draft) })}
        action="Save"
        needs="apps.write"
        isBusy={isPending}
        isOff={!isChanged}
        error={error}
      >
        <ClientFields draft={draft} change={setDraft} error={error} />
      </EditForm>
    </Card>
  );
}

function SwitchClient({ client }: { readonly client: DashboardClient }) {
  const [isConfirming, setIsConfirming] = useState(false);
  const { mutate, isPending, error } = api.useMutation("patch", "/dashboard/clients/{client_id}", {
    onSuccess: ({ is_disabled: isDisabled }) => {
      setIsConfirming(false);
      announce(isDisabled ? "The client is disabled" : "The client works again");
    },
  });
  const set = (isDisabled: boolean) =>
    mutate({ params: { path: { client_id: client.id } }, body: { is_disabled: isDisabled } });
  const button = client.is_disabled ? (
    <Button isBusy={isPending} onClick={() => set(false)}>
      Enable
    </Button>
  ) : (
    <Button look="danger" onClick={() => setIsConfirming(true)}>
      Disable …
    </Button>
  );
  return (
    <Card
      title={client.is_disabled ? "Enable the client" : "Disable the client"}
      lead={
        client.is_disabled
          ? "The client and its tokens are rejected"
          : "Rejects the client and all its tokens until it is enabled again"
      }
      isDanger={!client.is_disabled}
      actions={<Allowed to="apps.write">{button}</Allowed>}
    >
      {isConfirming && (
        <ConfirmDialog
          title="Disable this client?"
          action="Disable"
          isBusy={isPending}
          error={error}
          confirm={() => set(true)}
          close={() => setIsConfirming(false)}
        >
          Users can't sign in with it, and all its tokens are rejected, until you enable it again.
        </ConfirmDialog>
      )}
    </Card>
  );
}

function DeleteClient({ client }: { readonly client: DashboardClient }) {
  const navigate = useNavigate();
  const { mutate, isPending, error } = api.useMutation("delete", "/dashboard/clients/{client_id}", {
    onSuccess: async () => {
      announce("The client is deleted");
      await navigate({ to: "/apps/$appId", params: { appId: client.app_id } });
    },
  });
  return (
    <DeleteCard
      needs="apps.write"
      what="the client"
      lead="Its id is never reused"
      question="Delete this client?"
      confirm={() => mutate({ params: { path: { client_id: client.id } } })}
      isBusy={isPending}
      error={error}
    >
      Its tokens stop working at once.
    </DeleteCard>
  );
}
