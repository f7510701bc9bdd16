import { defineNames } from "../../family.ts";
import rows from "./gearbox.json" with { type: "json" };

export const gearboxFamily = defineNames(
  "gearbox",
  { addressProvider: "optional", contractsRegister: "required" },
  rows,
);
