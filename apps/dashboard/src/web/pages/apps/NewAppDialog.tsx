import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../../api/api.ts";
import { announce, Dialog } from "@portico/ui";
import { EditForm } from "../../parts/EditForm.tsx";
import { AppFields } from "./AppFields.tsx";

/** Creates an app and opens its page, where it is validated. */
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
      <EditForm submit={() => mutate({ body: draft })} action="Create" isBusy={isPending} error={error} cancel={close}>
        <AppFields
          draft={draft}
          change={setDraft}
          error={error}
          siteHint="The URL of a site that you control: you will prove it next."
        />
      </EditForm>
    </Dialog>
  );
}
