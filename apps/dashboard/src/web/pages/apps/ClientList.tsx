import { Link } from "@tanstack/react-router";
import type { ClientWithSecret, DashboardApp } from "@portico/contract";
import { KeySquare, Plus } from "lucide-react";
import { useState } from "react";
import { api } from "../../api/api.ts";
import { Badge, Button, Card, EmptyState } from "@portico/ui";
import { plural } from "@portico/ui/browser";
import { Loaded } from "../../parts/Loaded.tsx";
import { ClientSecretDialog } from "./ClientSecretDialog.tsx";
import { NewClientDialog } from "./NewClientDialog.tsx";
import { Allowed } from "../../parts/Allowed.tsx";

export function ClientList({ app }: { readonly app: DashboardApp }) {
  const clients = api.useQuery("get", "/dashboard/apps/{app_id}/clients", { params: { path: { app_id: app.id } } });
  const [isCreating, setIsCreating] = useState(false);
  const [made, setMade] = useState<ClientWithSecret | null>(null);
  const create = app.is_validated ? (
    <Allowed to="apps.write">
      <Button look="main" icon={<Plus size={17} aria-hidden />} onClick={() => setIsCreating(true)}>
        Create a client
      </Button>
    </Allowed>
  ) : undefined;
  return (
    <Card
      title="Clients"
      lead="The app's credentials: an id, and a secret that only its server knows"
      actions={(clients.data?.length ?? 0) > 0 && create}
    >
      <Loaded query={clients}>
        {(data) =>
          data.length === 0 ? (
            <EmptyState
              icon={KeySquare}
              title="No clients yet"
              text={
                app.is_validated
                  ? "Create one for each server that users sign in to, such as one for development and one for production."
                  : "Clients can be created once the site is validated."
              }
            >
              {create}
            </EmptyState>
          ) : (
            <ul className="rows">
              {data.map((client) => (
                <li key={client.id}>
                  <div>
                    <Link to="/apps/$appId/clients/$clientId" params={{ appId: app.id, clientId: client.id }}>
                      <code>{client.id}</code>
                    </Link>
                    <p className="quiet small">
                      {client.redirect_uris[0]}
                      {client.redirect_uris.length > 1 && ` and ${plural(client.redirect_uris.length - 1, "other")}`}
                    </p>
                  </div>
                  {client.is_disabled ? <Badge tone="bad">Disabled</Badge> : <Badge tone="good">Active</Badge>}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {isCreating && (
        <NewClientDialog
          app={app}
          close={() => setIsCreating(false)}
          done={(client) => {
            setIsCreating(false);
            setMade(client);
          }}
        />
      )}
      {made !== null && <ClientSecretDialog title="The client is created" made={made} close={() => setMade(null)} />}
    </Card>
  );
}
