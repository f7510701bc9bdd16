import { useNavigate } from "@tanstack/react-router";
import type { DashboardApp } from "@portico/contract";
import { api } from "../../api/api.ts";
import { announce } from "@portico/ui";
import { plural } from "@portico/ui/browser";
import { DeleteCard } from "../../parts/DeleteCard.tsx";

export function DeleteApp({ app }: { readonly app: DashboardApp }) {
  const navigate = useNavigate();
  const { mutate, isPending, error } = api.useMutation("delete", "/dashboard/apps/{app_id}", {
    onSuccess: async () => {
      announce(`${app.name} is deleted`);
      await navigate({ to: "/apps" });
    },
  });
  return (
    <DeleteCard
      needs="apps.write"
      what="the app"
      lead="Its clients and all their tokens stop working at once, and all users are signed out of it."
      question={`Delete ${app.name}?`}
      confirm={() => mutate({ params: { path: { app_id: app.id } } })}
      isBusy={isPending}
      error={error}
    >
      It has {plural(app.client_count, "client")}.
    </DeleteCard>
  );
}
