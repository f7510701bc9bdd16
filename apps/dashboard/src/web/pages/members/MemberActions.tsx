import type { Member } from "@portico/contract";
import { announce, Button } from "@portico/ui";
import { formatAccount } from "@portico/ui/browser";
import { useState } from "react";
import { api } from "../../api/api.ts";
import { useSession } from "../../api/useSession.ts";
import { ConfirmDialog } from "../../parts/ConfirmDialog.tsx";
import { isWithin } from "./roles.ts";

/** Removes a member, or hands the ownership to it. */
export function MemberActions({ member }: { readonly member: Member }) {
  const [asks, setAsks] = useState<"ownership" | "removal">();
  const session = useSession();
  const short = formatAccount(member.address, member.chain);
  const close = () => setAsks(undefined);
  const params = { path: { member_id: member.id } };
  const remove = api.useMutation("delete", "/dashboard/members/{member_id}", {
    onSuccess: () => {
      close();
      announce(`${short} is removed`);
    },
  });
  const handOver = api.useMutation("post", "/dashboard/members/{member_id}/ownership", {
    onSuccess: () => {
      close();
      announce(`${short} is now owner`);
    },
  });
  if (member.is_self || !isWithin(session, member.role)) return null;
  return (
    <div className="actions">
      {session.permissions.includes("owners.write") && member.role !== "owner" && (
        <Button size="small" aria-label={`Hand the account to ${short}`} onClick={() => setAsks("ownership")}>
          Hand over …
        </Button>
      )}
      <Button size="small" look="danger" aria-label={`Remove ${short}`} onClick={() => setAsks("removal")}>
        Remove …
      </Button>
      {asks === "removal" && (
        <ConfirmDialog
          title={`Remove ${short}?`}
          action="Remove the member"
          isBusy={remove.isPending}
          error={remove.error}
          confirm={() => remove.mutate({ params })}
          close={close}
        >
          Their sessions lose access to this account at once, and invitations that they sent are void. Keys that they
          saw keep working: rotate those.
        </ConfirmDialog>
      )}
      {asks === "ownership" && (
        <ConfirmDialog
          title={`Hand the account to ${short}?`}
          action="Hand it over"
          isBusy={handOver.isPending}
          error={handOver.error}
          confirm={() => handOver.mutate({ params })}
          close={close}
        >
          {short} becomes owner, and you become admin. Only an owner can give the ownership back to you.
        </ConfirmDialog>
      )}
    </div>
  );
}
