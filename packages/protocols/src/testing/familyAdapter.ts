import type { Adapter } from "../adapter.ts";
import type { Family } from "../family.ts";

/** A family as an adapter for a lab, which is given the contracts. */
export const familyAdapter = <Contracts>(family: Family<Contracts>): Adapter<Contracts> => ({
  ...family,
  id: family.name,
  siteUrl: "https://example.org",
  category: "other",
  deployments: {},
});
