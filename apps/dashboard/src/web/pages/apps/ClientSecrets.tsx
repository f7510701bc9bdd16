import type { ClientWithSecret, DashboardClient } from "@portico/contract";
import { RefreshCw } from "lucide-react";
import { useState } from "react";
import { api } from "../../api/api.ts";
import { announce, Button, Timestamp } from "@portico/ui";
import { ConfirmDialog } from "../../parts/ConfirmDialog.tsx";
import { ErrorNote } from "../../parts/ErrorNote.tsx";
import { ClientSecretDialog } from "./ClientSecretDialog.tsx";
import { Allowed } from "../../parts/Allowed.tsx";

/** A client's secrets, and their rotation. */
export function ClientSecrets({ client }: { readonly client: DashboardClient }) {
  const [isConfirming, setIsConfirming] = useState(false);
  const [made, setMade] = useState<ClientWithSecret | null>(null);
  const params = { path: { client_id: client.id } };
  const rotate = api.useMutation("post", "/dashboard/clients/{client_id}/secret", {
    onSuccess: (reply) => {
      setIsConfirming(false);
      setMade(reply);
    },
  });
  const end = api.useMutation("delete", "/dashboard/clients/{client_id}/secret/previous", {
    onSuccess: () => announce("The previous secret is revoked"),
  });
  return (
    <>
      <p className="label later">Secrets</p>
      <ul className="rows">
        {client.secrets.map(({ hint, expires_at: expiresAt }) => (
          <li key={`${hint} ${expiresAt}`}>
            <div>
              <code>{hint === "" ? "an older secret" : hint}</code>
              <p className="quiet small">
                {expiresAt === null ? (
                  "In use"
                ) : (
                  <>
                    The previous one: expires <Timestamp timeAt={expiresAt} />
                  </>
                )}
              </p>
            </div>
            {expiresAt !== null && (
              <Allowed to="apps.write" otherwise={null}>
                <Button size="small" isBusy={end.isPending} onClick={() => end.mutate({ params })}>
                  Revoke it now
                </Button>
              </Allowed>
            )}
          </li>
        ))}
      </ul>
      <ErrorNote error={end.error} />
      <div className="actions">
        <Allowed to="apps.write">
          <Button icon={<RefreshCw size={16} aria-hidden />} onClick={() => setIsConfirming(true)}>
            Rotate the secret …
          </Button>
        </Allowed>
      </div>
      {isConfirming && (
        <ConfirmDialog
          title="Rotate the secret?"
          action="Create a new secret"
          isHarmful={false}
          isBusy={rotate.isPending}
          error={rotate.error}
          confirm={() => rotate.mutate({ params })}
          close={() => setIsConfirming(false)}
        >
          You get a new secret now. The current one keeps working for 7 days, or until you revoke it, so that nothing
          breaks while you update your servers.
        </ConfirmDialog>
      )}
      {made !== null && <ClientSecretDialog title="The new secret" made={made} close={() => setMade(null)} />}
    </>
  );
}
