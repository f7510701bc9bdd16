import type { ClientWithSecret, DashboardApp } from "@portico/contract";
import { useState } from "react";
import { api } from "../../api/api.ts";
import { Dialog } from "@portico/ui";
import { EditForm } from "../../parts/EditForm.tsx";
import { bodyOf, ClientFields, NEW_CLIENT } from "./ClientFields.tsx";

interface NewClientDialogProps {
  readonly app: DashboardApp;
  readonly close: () => void;
  readonly done: (made: ClientWithSecret) => void;
}

export function NewClientDialog({ app, close, done }: NewClientDialogProps) {
  const [draft, setDraft] = useState(NEW_CLIENT);
  const { mutate, isPending, error } = api.useMutation("post", "/dashboard/apps/{app_id}/clients", { onSuccess: done });
  return (
    <Dialog title={`Create a client of ${app.name}`} close={close}>
      <EditForm
        submit={() => mutate({ params: { path: { app_id: app.id } }, body: bodyOf(draft) })}
        action="Create"
        isBusy={isPending}
        error={error}
        cancel={close}
      >
        <ClientFields draft={draft} change={setDraft} error={error} />
      </EditForm>
    </Dialog>
  );
}
