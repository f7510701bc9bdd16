import { type Definition, type Operation, readDefinition } from "@portico/server";

/** The contract of the data API. */
export const loadDefinition = (): Definition => readDefinition("api");

/** Only keys that the operator enabled for such operations may call them. */
export const isUnstable = (operation: Operation): boolean => operation["x-stability"] === "unstable";
