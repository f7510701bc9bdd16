import type { ClientWithSecret, DashboardApp } from "@portico/contract";
import { useState } from "react";
import { api } from "../../api/api.ts";
import { Button } from "../../parts/Button.tsx";
import { Dialog } from "../../parts/Dialog.tsx";
import { FormError } from "../../parts/FormError.tsx";
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
      <form
        className="fields"
        onSubmit={(event) => {
          event.preventDefault();
          mutate({ params: { path: { app_id: app.id } }, body: bodyOf(draft) });
        }}
      >
        <FormError error={error} />
        <ClientFields draft={draft} change={setDraft} error={error} />
        <div className="actions end">
          <Button onClick={close}>Cancel</Button>
          <Button look="main" type="submit" isBusy={isPending}>
            Create
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
