import type { LiveContext } from "./liveForm.ts";
import { liveForms } from "./liveForms.ts";
import { fillNulls } from "./fillNulls.ts";

type AnyForm = (body: unknown, context: LiveContext) => unknown;

/** The body of a successful answer in the profile `live`. @param body - Plain data: that of version 1.0 of the interface. */
export function toLive(operationId: string, body: unknown, context: LiveContext): unknown {
  const form = (liveForms as unknown as Readonly<Record<string, AnyForm>>)[operationId];
  return fillNulls(form === undefined ? body : form(body, context));
}
