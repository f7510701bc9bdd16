import { defineNames } from "../../family.ts";
import rows from "./tomb.json" with { type: "json" };

export const tombFamily = defineNames(
  "tomb",
  { share: "required", rewardPool: "required", masonry: "required", token: "foreign" },
  rows,
);
