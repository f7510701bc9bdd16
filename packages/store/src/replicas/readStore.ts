import type { Store } from "../database/database.ts";

declare const role: unique symbol;

/** A store that is only read: its queries may go to a replica, which refuses to write. Any store can be one. */
export type ReadStore = Store & { readonly [role]?: "reads" };

/** A store that may be written to: any but one that is declared a ReadStore. */
export type PrimaryStore = Store & { readonly [role]?: "primary" };
