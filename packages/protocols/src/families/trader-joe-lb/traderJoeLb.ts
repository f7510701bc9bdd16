import { defineNames } from "../../family.ts";
import rows from "./trader-joe-lb.json" with { type: "json" };

export const traderJoeLbFamily = defineNames("trader-joe-lb", { factory: "required" }, rows);
