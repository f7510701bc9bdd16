import type { Person } from "../recorded/recording.ts";

/** The contract's examples of who somebody is, but of who signed in. */
export function describePerson(
  operationId: string,
  example: unknown,
  person: Person | undefined,
  address: string,
): unknown {
  if (operationId !== "getMe" && operationId !== "getMeProfile") return undefined;
  const seen = Object.values(person?.bornAt ?? {}).flatMap((time) => time ?? []);
  const bornAt = seen.length === 0 ? null : Math.min(...seen);
  const name = person === undefined ? null : person.name;
  const own = operationId === "getMe" ? { web3_id: null, born_at: bornAt } : {};
  return { ...(example as object), id: address, name, ...own };
}
