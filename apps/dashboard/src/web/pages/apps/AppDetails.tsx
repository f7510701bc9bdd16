import type { DashboardApp } from "@portico/contract";
import { useState } from "react";
import { api } from "../../api/api.ts";
import { announce, Card } from "@portico/ui";
import { EditForm } from "../../parts/EditForm.tsx";
import { AppFields } from "./AppFields.tsx";
import { EndOfValidation } from "./EndOfValidation.tsx";
import { hostOf } from "./hostOf.ts";
import { LogoField } from "./LogoField.tsx";

/** Form for an app's public details. */
export function AppDetails({ app }: { readonly app: DashboardApp }) {
  const [draft, setDraft] = useState({ name: app.name, site_url: app.site_url });
  const { mutate, isPending, error } = api.useMutation("patch", "/dashboard/apps/{app_id}", {
    onSuccess: () => announce("Saved"),
  });
  const isChanged = draft.name !== app.name || draft.site_url !== app.site_url;
  const isMoving = hostOf(draft.site_url) !== hostOf(app.site_url);
  const isRenamed = draft.name.trim() !== app.name;
  return (
    <Card title="Details" lead="What users see when they sign in">
      <div className="wide-narrow">
        <EditForm
          submit={() => mutate({ params: { path: { app_id: app.id } }, body: draft })}
          action="Save"
          needs="apps.write"
          isBusy={isPending}
          isOff={!isChanged}
          error={error}
        >
          <AppFields draft={draft} change={setDraft} error={error} siteHint="Another host has to be validated again." />
          {app.is_validated && (isMoving || isRenamed) && (
            <EndOfValidation what={isMoving ? "Another host" : "Another name"} isProofLost={isMoving} />
          )}
        </EditForm>
        <LogoField app={app} />
      </div>
    </Card>
  );
}
