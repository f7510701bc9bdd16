import { nameChain } from "@portico/evm";
import { invalidParams } from "@portico/server";
import { readSubject, type Subject } from "@portico/store";

/** An owner's address, and the chain if it is a contract. */
export function toOwnerResponse(owner: Subject): { address: string; chain: string | null } {
  const { address, chainId } = readSubject(owner);
  return { address, chain: nameChain(chainId) };
}

/** The name of an owner's account until it is renamed. */
export function nameOwner(owner: Subject): string {
  const { address, chain } = toOwnerResponse(owner);
  const short = `${address.slice(0, 6)}…${address.slice(-4)}`;
  return chain === null ? short : `${short} on ${chain}`;
}

export const toSeconds = (date: Date): number => Math.floor(date.getTime() / 1000);
export const toSecondsOrNull = (date: Date | null): number | null => (date === null ? null : toSeconds(date));
export const toDateOrNull = (seconds: number | null): Date | null =>
  seconds === null ? null : new Date(seconds * 1000);

/** A user's text, without surrounding spaces and invisible characters. @throws ServiceError invalid_params */
export function readText(text: string, name: string): string {
  const trimmed = text.normalize("NFC").trim();
  if (trimmed === "") throw invalidParams({ [name]: "is empty" });
  assertSeen(trimmed, name);
  return trimmed;
}

/**
 * Control, bidirectional and separator characters, and blank letters and symbols. U+0000 is one that PostgreSQL can't
 * store.
 */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\u115F\u1160\u2800\u3164\uFFA0]|\u034F|\u17B4|\u17B5/u;

/** @throws ServiceError invalid_params */
export function assertSeen(text: string, name: string): void {
  if (UNSEEN.test(text)) throw invalidParams({ [name]: "must not contain invisible characters" });
}
