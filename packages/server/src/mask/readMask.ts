import type { IncomingMessage } from "node:http";
import { takesMask, type Operation } from "../openapi/definition.ts";
import { assertMaskFits } from "./assertMaskFits.ts";
import { parseMask, type FieldMask } from "./parseMask.ts";

/** The text of the header X-Fields; "" without one. */
export const readMaskText = ({ headers }: IncomingMessage): string => headers["x-fields"]?.toString().trim() ?? "";

/**
 * Reads the header X-Fields of a request of an operation that declares it.
 * @throws ServiceError mask_parse_error; mask_error if it doesn't match the operation's responses.
 */
export function readMask(req: IncomingMessage, operation: Operation): FieldMask | undefined {
  const text = readMaskText(req);
  if (text === "" || !takesMask(operation)) return undefined;
  const mask = parseMask(text);
  assertMaskFits(mask, operation.responses["200"]?.content?.["application/json"]?.schema ?? {});
  return mask;
}
