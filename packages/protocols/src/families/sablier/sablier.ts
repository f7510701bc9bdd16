import { defineNames } from "../../family.ts";
import rows from "./sablier.json" with { type: "json" };

export const sablierFamily = defineNames("sablier", { streams: "required" }, rows);
