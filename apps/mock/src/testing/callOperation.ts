import { operationTable } from "@portico/contract";
import type { ContractOperation } from "./contractOperations.ts";

const CREDENTIALS = { ClientBasic: `Basic ${btoa("client:secret")}`, OAuth2: "Bearer token" } as const;

/** Calls an operation with valid credentials. @param prefer - The header Prefer. */
export function callOperation(
  url: string,
  { id, method, target, type, body }: ContractOperation,
  prefer = "",
): Promise<Response> {
  const [scheme] = Object.keys(operationTable[id as keyof typeof operationTable].security[0] ?? {});
  const authorization = CREDENTIALS[scheme as keyof typeof CREDENTIALS] as string | undefined;
  const headers = {
    prefer,
    ...(scheme === "AccessKey" && { AccessKey: "pk_1" }),
    ...(authorization !== undefined && { authorization }),
    ...(type !== undefined && { "content-type": type }),
  };
  return fetch(url + target, {
    method: method.toUpperCase(),
    headers,
    redirect: "manual",
    ...(body !== undefined && { body }),
  });
}
