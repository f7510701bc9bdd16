import { Button, Card } from "@portico/ui";
import { useState } from "react";
import { api } from "../../api/api.ts";
import { useSession } from "../../api/useSession.ts";
import { ConfirmDialog } from "../../parts/ConfirmDialog.tsx";

/** Leaves the account. @param isLastOwner - Who can't: the account would belong to nobody. */
export function LeaveAccount({ isLastOwner }: { readonly isLastOwner: boolean }) {
  const { account_id: accountId, name } = useSession();
  const [isConfirming, setIsConfirming] = useState(false);
  const { mutate, isPending, error } = api.useMutation("delete", "/dashboard/accounts/{account_id}", {
    onSuccess: () => location.assign("/"),
  });
  return (
    <Card
      title="Leave the account"
      lead={
        isLastOwner
          ? "You are its only owner: make another member owner first."
          : "You lose access to it; it stays as it is."
      }
      isDanger
      actions={
        <Button look="danger" isOff={isLastOwner} onClick={() => setIsConfirming(true)}>
          Leave …
        </Button>
      }
    >
      {isConfirming && (
        <ConfirmDialog
          title={`Leave ${name}?`}
          action="Leave the account"
          isBusy={isPending}
          error={error}
          confirm={() => mutate({ params: { path: { account_id: accountId } } })}
          close={() => setIsConfirming(false)}
        >
          Only a member can invite you again.
        </ConfirmDialog>
      )}
    </Card>
  );
}
