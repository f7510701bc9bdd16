import type { Permission } from "./permission.ts";
import { PermissionRow } from "./PermissionRow.tsx";

interface PermissionListProps {
  readonly permissions: readonly Permission[];
  readonly revoke: (permission: Permission) => void;
}

export const PermissionList = ({ permissions, revoke }: PermissionListProps) => (
  <ul className="permissions">
    {permissions.map((permission) => (
      <PermissionRow key={keyOf(permission)} permission={permission} revoke={() => revoke(permission)} />
    ))}
  </ul>
);

const keyOf = ({ kind, contract, innerId, permit2 }: Permission): string => `${kind} ${contract} ${innerId} ${permit2}`;
