import { quote, ServiceError } from "@portico/server/errors";
import type { Catalogue } from "./recording.ts";

const ADDRESS = /^0x[0-9a-f]{40}$/i;

/** A token id in response form. @throws ServiceError. */
export function parseTokenId({ chains }: Catalogue, slug: string, text: string): string {
  const native = chains.find(({ id }) => id === slug)?.native_token_id;
  if (text === native) return text;
  if (ADDRESS.test(text)) return text.toLowerCase();
  const advice = `send 0x and 40 hexadecimal digits, or '${native}' for the native coin`;
  throw new ServiceError("invalid_address", `${quote(text)} is not a token id: ${advice}`);
}
