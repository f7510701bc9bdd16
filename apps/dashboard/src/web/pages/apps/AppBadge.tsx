import type { DashboardApp } from "@portico/contract";
import { Badge } from "@portico/ui";

export const AppBadge = ({ app: { is_validated: isValidated } }: { readonly app: DashboardApp }) =>
  isValidated ? <Badge tone="good">Validated</Badge> : <Badge tone="caution">Not validated</Badge>;
