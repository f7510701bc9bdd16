import type { KeyWithSecret } from "@portico/contract";
import { useState } from "react";
import { api } from "../../api/api.ts";
import { Dialog } from "@portico/ui";
import { EditForm } from "../../parts/EditForm.tsx";
import { bodyOfKey, NEW_KEY } from "./keyDraft.ts";
import { KeyFields } from "./KeyFields.tsx";

export function NewKeyDialog({
  close,
  done,
}: {
  readonly close: () => void;
  readonly done: (made: KeyWithSecret) => void;
}) {
  const [draft, setDraft] = useState(NEW_KEY);
  const { mutate, isPending, error } = api.useMutation("post", "/dashboard/keys", { onSuccess: done });
  return (
    <Dialog title="Create a key" close={close}>
      <EditForm
        submit={() => mutate({ body: bodyOfKey(draft) })}
        action="Create"
        isBusy={isPending}
        error={error}
        cancel={close}
      >
        <KeyFields draft={draft} change={setDraft} error={error} />
      </EditForm>
    </Dialog>
  );
}
