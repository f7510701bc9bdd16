import type { Member } from "@portico/contract";
import { announce, Badge, Timestamp } from "@portico/ui";
import { formatAccount } from "@portico/ui/browser";
import { api } from "../../api/api.ts";
import { useSession } from "../../api/useSession.ts";
import { columnsOf, DataTable } from "../../parts/DataTable.tsx";
import { ErrorNote } from "../../parts/ErrorNote.tsx";
import { MemberActions } from "./MemberActions.tsx";
import { isWithin, roleName, ROLES, rolesWithin, type Role } from "./roles.ts";

const column = columnsOf<Member>();
const COLUMNS = column.columns([
  column.accessor((member) => formatAccount(member.address, member.chain), {
    id: "member",
    header: "Member",
    cell: ({ row: { original: member } }) => (
      <>
        <span title={member.id}>{formatAccount(member.address, member.chain)}</span>{" "}
        {member.is_self && <Badge>You</Badge>}
      </>
    ),
  }),
  column.accessor((member) => ROLES.findIndex(({ value }) => value === member.role), {
    id: "role",
    header: "Role",
    cell: ({ row: { original } }) => <RoleSelect member={original} />,
  }),
  column.accessor("joined_at", { header: "Since", cell: ({ getValue }) => <Timestamp timeAt={getValue()} /> }),
  column.display({ id: "actions", cell: ({ row: { original } }) => <MemberActions member={original} /> }),
]);

export const MemberTable = ({ members }: { readonly members: readonly Member[] }) => (
  <DataTable
    caption="Members"
    columns={COLUMNS}
    rows={members}
    idOf={({ id }) => id}
    {...(members.length > 8 && { search: "Search members" })}
  />
);

/** A member's role; a choice for those who may change it. */
function RoleSelect({ member: { id, address, chain, role, is_self: isSelf } }: { readonly member: Member }) {
  const session = useSession();
  const short = formatAccount(address, chain);
  const { mutate, isPending, error } = api.useMutation("patch", "/dashboard/members/{member_id}", {
    onSuccess: (changed) => announce(`${short} is now ${roleName(changed.role).toLowerCase()}`),
  });
  if (isSelf || !isWithin(session, role)) return roleName(role);
  return (
    <>
      <select
        aria-label={`Role of ${short}`}
        value={role}
        disabled={isPending}
        onChange={({ target }) => mutate({ params: { path: { member_id: id } }, body: { role: target.value as Role } })}
      >
        {rolesWithin(session.role).map(({ value, name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
      <ErrorNote error={error} />
    </>
  );
}
