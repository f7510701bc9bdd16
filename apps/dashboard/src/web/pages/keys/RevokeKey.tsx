import type { DashboardKey } from "@portico/contract";
import { useState } from "react";
import { api } from "../../api/api.ts";
import { announce, Button } from "@portico/ui";
import { formatAgo } from "@portico/ui/browser";
import { ConfirmDialog } from "../../parts/ConfirmDialog.tsx";

export function RevokeKey({ apiKey }: { readonly apiKey: DashboardKey }) {
  const [isConfirming, setIsConfirming] = useState(false);
  const { mutate, isPending, error } = api.useMutation("delete", "/dashboard/keys/{key_id}", {
    onSuccess: () => {
      setIsConfirming(false);
      announce(`${apiKey.name} is revoked`);
    },
  });
  return (
    <>
      <Button look="danger" onClick={() => setIsConfirming(true)}>
        Revoke …
      </Button>
      {isConfirming && (
        <ConfirmDialog
          title={`Revoke ${apiKey.name}?`}
          action="Revoke the key"
          isBusy={isPending}
          error={error}
          confirm={() => mutate({ params: { path: { key_id: apiKey.id } } })}
          close={() => setIsConfirming(false)}
        >
          Requests with it are refused everywhere within 5 seconds.{" "}
          {apiKey.last_used_at === null ? "It was never used." : `It was last used ${formatAgo(apiKey.last_used_at)}.`}{" "}
          This can&rsquo;t be undone.
        </ConfirmDialog>
      )}
    </>
  );
}
