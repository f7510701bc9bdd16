import type { DashboardApp } from "@portico/contract";
import { useState } from "react";
import { api } from "../../api/api.ts";
import { announce } from "../../parts/announce.tsx";
import { Button } from "../../parts/Button.tsx";
import { Card } from "../../parts/Card.tsx";
import { FormError } from "../../parts/FormError.tsx";
import { AppFields } from "./AppFields.tsx";
import { hostOf } from "./hostOf.ts";
import { LogoField } from "./LogoField.tsx";

/** What people see of an app, to be changed. */
export function AppDetails({ app }: { readonly app: DashboardApp }) {
  const [draft, setDraft] = useState({ name: app.name, site_url: app.site_url });
  const { mutate, isPending, error } = api.useMutation("patch", "/dashboard/apps/{app_id}", {
    onSuccess: () => announce("Saved"),
  });
  const isChanged = draft.name !== app.name || draft.site_url !== app.site_url;
  const isMoving = app.is_validated && hostOf(draft.site_url) !== hostOf(app.site_url);
  return (
    <Card title="Details" lead="What people see when they are asked to sign in">
      <div className="wide-narrow">
        <form
          className="fields"
          onSubmit={(event) => {
            event.preventDefault();
            mutate({ params: { path: { app_id: app.id } }, body: draft });
          }}
        >
          <FormError error={error} />
          <AppFields
            draft={draft}
            change={setDraft}
            error={error}
            siteHint={
              isMoving ? "Another host: it will have to be validated anew." : "Another host has to be validated anew."
            }
          />
          <div className="actions">
            <Button look="main" type="submit" isBusy={isPending} isOff={!isChanged}>
              Save
            </Button>
          </div>
        </form>
        <LogoField app={app} />
      </div>
    </Card>
  );
}
