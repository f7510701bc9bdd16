import type { Permission } from "@portico/contract";
import type { ReactNode } from "react";
import { useRefusal } from "../api/useSession.ts";

interface AllowedProps {
  readonly to: Permission;
  readonly children: ReactNode;
  /** Instead of the reason, for actions whose page states it already. */
  readonly otherwise?: ReactNode;
}

/** Actions, for roles that include them; otherwise the reason why there are none. */
export function Allowed({ to, children, otherwise }: AllowedProps): ReactNode {
  const refusal = useRefusal(to);
  if (refusal === undefined) return children;
  return otherwise === undefined ? <p className="quiet small">{refusal}</p> : otherwise;
}
