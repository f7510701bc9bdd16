import { defineNames } from "../../family.ts";
import rows from "./spectra.json" with { type: "json" };

export const spectraFamily = defineNames("spectra", { factory: "required" }, rows);
