import { AnsweredError } from "./problem.ts";

/** In lower case. @throws AnsweredError invalid_address. */
export function readAddress(id: string): string {
  if (!/^0x[\da-f]{40}$/i.test(id))
    throw new AnsweredError(400, "invalid_address", "id is not 0x and 40 hexadecimal digits");
  return id.toLowerCase();
}
