import type { DashboardSubscription } from "@portico/contract";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { announce, Button } from "@portico/ui";
import { api } from "../../api/api.ts";
import { ConfirmDialog } from "../../parts/ConfirmDialog.tsx";
import { nameOf } from "./nameOf.ts";

export function EndSubscription({ subscription }: { readonly subscription: DashboardSubscription }) {
  const [isConfirming, setIsConfirming] = useState(false);
  const navigate = useNavigate();
  const { mutate, isPending, error } = api.useMutation("delete", "/dashboard/subscriptions/{subscription_id}", {
    onSuccess: async () => {
      announce(`${nameOf(subscription)} ended`);
      await navigate({ to: "/subscriptions" }); // before what is visible is refetched: this page's data is gone
    },
  });
  return (
    <>
      <Button look="danger" onClick={() => setIsConfirming(true)}>
        End …
      </Button>
      {isConfirming && (
        <ConfirmDialog
          title={`End ${nameOf(subscription)}?`}
          action="End the subscription"
          isBusy={isPending}
          error={error}
          confirm={() => mutate({ params: { path: { subscription_id: subscription.id } } })}
          close={() => setIsConfirming(false)}
        >
          What waits, and what was given up, is not sent any more. This can&rsquo;t be undone.
        </ConfirmDialog>
      )}
    </>
  );
}
