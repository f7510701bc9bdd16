import type { User } from "@portico/contract";
import { nameChain } from "@portico/evm";
import { readSubject, type Subject } from "@portico/store";

/** An account in responses: its address, itself, and the chain of a contract account. */
export function toSubjectResponse(subject: Subject): Pick<User, "chain" | "id" | "sub"> {
  const { address: id, chainId } = readSubject(subject);
  return { id, sub: subject, chain: nameChain(chainId) };
}
