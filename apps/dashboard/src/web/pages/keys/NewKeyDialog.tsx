import type { KeyWithSecret } from "@portico/contract";
import { useState } from "react";
import { api } from "../../api/api.ts";
import { Button } from "../../parts/Button.tsx";
import { Dialog } from "../../parts/Dialog.tsx";
import { FormError } from "../../parts/FormError.tsx";
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
      <form
        className="fields"
        onSubmit={(event) => {
          event.preventDefault();
          mutate({ body: bodyOfKey(draft) });
        }}
      >
        <FormError error={error} />
        <KeyFields draft={draft} change={setDraft} error={error} />
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
