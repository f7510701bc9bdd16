import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../../api/api.ts";
import { announce } from "../../parts/announce.tsx";
import { Button } from "../../parts/Button.tsx";
import { Dialog } from "../../parts/Dialog.tsx";
import { FormError } from "../../parts/FormError.tsx";
import { AppFields } from "./AppFields.tsx";

/** Creates an app and goes to its page, where it is validated. */
export function NewAppDialog({ close }: { readonly close: () => void }) {
  const [draft, setDraft] = useState({ name: "", site_url: "" });
  const navigate = useNavigate();
  const { mutate, isPending, error } = api.useMutation("post", "/dashboard/apps", {
    onSuccess: (app) => {
      announce(`${app.name} is created`);
      void navigate({ to: "/apps/$appId", params: { appId: app.id } });
    },
  });
  return (
    <Dialog title="Create an app" close={close}>
      <form
        className="fields"
        onSubmit={(event) => {
          event.preventDefault();
          mutate({ body: draft });
        }}
      >
        <FormError error={error} />
        <AppFields
          draft={draft}
          change={setDraft}
          error={error}
          siteHint="An https address that you control: you will prove it next."
        />
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
