import { useNavigate } from "@tanstack/react-router";
import type { DashboardApp } from "@portico/contract";
import { useState } from "react";
import { api } from "../../api/api.ts";
import { announce } from "../../parts/announce.tsx";
import { Button } from "../../parts/Button.tsx";
import { Card } from "../../parts/Card.tsx";
import { ConfirmDialog } from "../../parts/ConfirmDialog.tsx";
import { plural } from "../../parts/words.ts";

export function DeleteApp({ app }: { readonly app: DashboardApp }) {
  const [isAsking, setIsAsking] = useState(false);
  const navigate = useNavigate();
  const { mutate, isPending, error } = api.useMutation("delete", "/dashboard/apps/{app_id}", {
    onSuccess: () => {
      announce(`${app.name} is deleted`);
      void navigate({ to: "/apps" });
    },
  });
  return (
    <Card
      title="Delete the app"
      lead="Its clients and all their tokens stop working at once, and everybody is signed out of it."
      isDanger
      actions={
        <Button look="danger" onClick={() => setIsAsking(true)}>
          Delete …
        </Button>
      }
    >
      {isAsking && (
        <ConfirmDialog
          title={`Delete ${app.name}?`}
          action="Delete the app"
          isBusy={isPending}
          error={error}
          confirm={() => mutate({ params: { path: { app_id: app.id } } })}
          close={() => setIsAsking(false)}
        >
          It has {plural(app.client_count, "client")}. This can&rsquo;t be undone.
        </ConfirmDialog>
      )}
    </Card>
  );
}
