import type { Invitation } from "@portico/contract";
import { announce, Button, Card, Timestamp } from "@portico/ui";
import { api } from "../../api/api.ts";
import { columnsOf, DataTable } from "../../parts/DataTable.tsx";
import { ErrorNote } from "../../parts/ErrorNote.tsx";
import { Loaded } from "../../parts/Loaded.tsx";
import { formatMember, roleName } from "./roles.ts";

const column = columnsOf<Invitation>();
const COLUMNS = column.columns([
  column.accessor((invitation) => invitation.invitee ?? "", {
    id: "invitee",
    header: "For",
    cell: ({ row: { original } }) =>
      original.invitee === null ? (
        "Whoever has the link"
      ) : (
        <span title={original.invitee}>{formatMember(original.invitee)}</span>
      ),
  }),
  column.accessor("role", { header: "Role", cell: ({ getValue }) => roleName(getValue()) }),
  column.accessor("invited_by", { header: "Invited by", cell: ({ getValue }) => formatMember(getValue()) }),
  column.accessor("expires_at", { header: "Valid until", cell: ({ getValue }) => <Timestamp timeAt={getValue()} /> }),
  column.display({ id: "actions", cell: ({ row: { original } }) => <RevokeInvitation invitation={original} /> }),
]);

/** Invitations that nobody has accepted yet. */
export function InvitationTable() {
  const invitations = api.useQuery("get", "/dashboard/invitations");
  return (
    <Card title="Pending invitations" lead="Each link works once, for seven days.">
      <Loaded query={invitations}>
        {({ invitation_list: list }) => (
          <DataTable
            caption="Pending invitations"
            columns={COLUMNS}
            rows={list}
            idOf={({ id }) => id}
            empty={<p className="quiet">None.</p>}
          />
        )}
      </Loaded>
    </Card>
  );
}

function RevokeInvitation({ invitation: { id, role, invitee } }: { readonly invitation: Invitation }) {
  const { mutate, isPending, error } = api.useMutation("delete", "/dashboard/invitations/{invitation_id}", {
    onSuccess: () => announce("The invitation is revoked"),
  });
  const whose = invitee === null ? `a ${role}` : formatMember(invitee);
  return (
    <>
      <Button
        size="small"
        look="danger"
        aria-label={`Revoke the invitation of ${whose}`}
        isBusy={isPending}
        onClick={() => mutate({ params: { path: { invitation_id: id } } })}
      >
        Revoke
      </Button>
      <ErrorNote error={error} />
    </>
  );
}
