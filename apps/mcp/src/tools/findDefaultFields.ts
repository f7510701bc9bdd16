import rows from "./defaultFields.json" with { type: "json" };

/** The fields of an operation's answer unless others are asked for; undefined: all. */
export const findDefaultFields = (operationId: string): string | undefined =>
  (rows as Readonly<Record<string, string>>)[operationId];
