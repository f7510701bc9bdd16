import { type Definition, readDefinition } from "@portico/server";

/** The contract's part for the dashboard. */
export const loadDefinition = (): Definition => readDefinition("dashboard");
