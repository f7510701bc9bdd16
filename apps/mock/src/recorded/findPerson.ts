import { hash } from "node:crypto";
import { quote, ServiceError } from "@portico/server/errors";
import type { Person, Recording } from "./recording.ts";

const ADDRESS = /^0x[0-9a-f]{40}$/;

/** @returns the address in lower case. @throws ServiceError. */
export function readAddress(text: string): string {
  const address = text.toLowerCase();
  if (ADDRESS.test(address)) return address;
  throw new ServiceError("invalid_address", `${quote(text)} is not an address: send 0x and 40 hexadecimal digits`);
}

export const findNamed = ({ people }: Recording, name: string): Person | undefined =>
  people.find((person) => person.name === name);

/**
 * The owner of an address: the one recorded for it, otherwise always the same recorded owner for the same address and
 * seed, moved to
 * that address.
 */
export function findPerson({ people }: Recording, address: string, seed: string): Person {
  const own = people.find((person) => person.address === address);
  if (own !== undefined) return own;
  const draw = Number.parseInt(hash("sha256", `${seed}:${address}`).slice(0, 8), 16);
  const alike = people[draw % people.length];
  if (alike === undefined) throw new Error("Nobody is recorded");
  return withAddress(alike, address);
}

/** The same owner at another address, everywhere in the recording. */
export const withAddress = (person: Person, address: string): Person =>
  JSON.parse(JSON.stringify(person).replaceAll(person.address, address)) as Person;

/** An owner without any history. */
export const nobody = (address: string): Person => ({
  name: "empty",
  about: "An address that nobody used",
  address,
  holdings: [],
  nfts: [],
  protocols: [],
  apps: [],
  tokenApprovals: {},
  nftApprovals: {},
  bornAt: {},
  history: [],
  coins: {},
  curves: { 1: {}, 7: {} },
});
