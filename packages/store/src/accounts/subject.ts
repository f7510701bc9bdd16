import { fromBytea, toBytea } from "../encoding/bytea.ts";
import type { Address, Bytea, Hex } from "../encoding/bytea.ts";

declare const brand: unique symbol;

/**
 * An account that signs in, as text: a lower-case address if its own key signed, on whatever chain; a CAIP-10 id
 * (`eip155:1:0x…`) if a contract on that chain validated the signature (ERC-1271, ERC-6492, EIP-7702). The same address
 * is a separate account on each chain where a contract validates its signatures, and separate from the key's account.
 * Created only by this module, so that a plain address is not accepted as one.
 * @see https://chainagnostic.org/CAIPs/caip-10
 */
export type Subject = string & { readonly [brand]: "subject" };

/** @param chainId - EIP-155; null for an account that signs with its own key. */
export type SubjectParts = { address: Address; chainId: number | null };

/** @param address - In any case. */
export const keySubject = (address: Address): Subject => toSubject({ address, chainId: null });

/** @param chainId - EIP-155. @param address - In any case. */
export const contractSubject = (chainId: number, address: Address): Subject => toSubject({ address, chainId });

const PATTERN = /^(?:eip155:([1-9]\d{0,14}):)?(0x[\da-f]{40})$/i;

/** Parses a subject, with hex digits in any case; undefined if it is invalid. */
export function parseSubject(text: string): Subject | undefined {
  const [, chain, address] = PATTERN.exec(text) ?? [];
  if (address === undefined) return undefined;
  return toSubject({ address: address as Address, chainId: chain === undefined ? null : Number(chain) });
}

export function readSubject(subject: Subject): SubjectParts {
  const at = subject.lastIndexOf(":");
  const address = subject.slice(at + 1) as Address;
  return { address, chainId: at === -1 ? null : Number(subject.slice("eip155:".length, at)) };
}

function toSubject({ address, chainId }: SubjectParts): Subject {
  const prefix = chainId === null ? "" : `eip155:${chainId}:`;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the one place where subjects are made
  return `${prefix}${address.toLowerCase()}` as Subject;
}

const ADDRESS_DIGITS = 2 + 40;

/** The bytes of a subject's columns: the address, followed for a contract by the chain in 8 bytes. */
export function subjectToHex(subject: Subject): Hex {
  const { address, chainId } = readSubject(subject);
  return chainId === null ? address : `${address}${chainId.toString(16).padStart(16, "0")}`;
}

export const subjectToBytea = (subject: Subject): Bytea => toBytea(subjectToHex(subject));

export function byteaToSubject(bytea: Bytea): Subject {
  const hex = fromBytea(bytea);
  const chain = hex.slice(ADDRESS_DIGITS);
  const address = hex.slice(0, ADDRESS_DIGITS) as Address;
  return toSubject({ address, chainId: chain === "" ? null : Number.parseInt(chain, 16) });
}
