import { defineAdapter } from "../adapter.ts";
import type { Adapter } from "../adapter.ts";
import type { Family } from "../family.ts";

/** A family as an adapter, for `Lab`. */
export const asAdapter = <Contracts>(family: Family<Contracts>): Adapter<Contracts> =>
  defineAdapter({
    ...family,
    id: family.name.replaceAll("-", ""),
    name: family.name,
    siteUrl: "https://example.org",
    category: "dex",
    deployments: {},
  });
