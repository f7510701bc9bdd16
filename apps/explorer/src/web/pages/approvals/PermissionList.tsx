import type { Permission } from "./permission.ts";
import { PermissionRow } from "./PermissionRow.tsx";
import { permissionKey } from "./selection.ts";

interface PermissionListProps {
  readonly permissions: readonly Permission[];
  readonly revoke: (permission: Permission) => void;
}

export const PermissionList = ({ permissions, revoke }: PermissionListProps) => (
  <ul className="permissions">
    {permissions.map((permission) => (
      <PermissionRow key={permissionKey(permission)} permission={permission} revoke={() => revoke(permission)} />
    ))}
  </ul>
);
