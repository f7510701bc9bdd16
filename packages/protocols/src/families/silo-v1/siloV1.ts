import { defineNames } from "../../family.ts";

/** Its share tokens report no interest, and its lenses are in no table. */
export const siloV1Family = defineNames("silo-v1", { factory: "required" });
