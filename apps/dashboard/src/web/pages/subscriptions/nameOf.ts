import type { DashboardSubscription } from "@portico/contract";

/** Its name, or its id if it has none. */
export const nameOf = ({ name, id }: Pick<DashboardSubscription, "id" | "name">): string => (name === "" ? id : name);
