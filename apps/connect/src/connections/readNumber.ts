import { SignInError } from "../signIn/signInError.ts";

/** Reads a number from a query. @throws SignInError that names it. */
export function readNumber(text: unknown, { name, usual, max }: { name: string; usual: number; max: number }): number {
  if (text === undefined || text === "") return usual;
  if (typeof text === "string" && /^\d{1,6}$/.test(text) && Number(text) <= max) return Number(text);
  throw new SignInError("invalid_params", `${name} must be a number up to ${max}.`);
}
