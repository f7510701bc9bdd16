import { hash } from "node:crypto";
import { quote, ServiceError } from "@portico/server/errors";
import type { RecordedUser, Recording } from "./recording.ts";

const ADDRESS = /^0x[0-9a-f]{40}$/;

/** @returns the address in lower case. @throws ServiceError. */
export function readAddress(text: string): string {
  const address = text.toLowerCase();
  if (ADDRESS.test(address)) return address;
  throw new ServiceError("invalid_address", `${quote(text)} is not an address: send 0x and 40 hexadecimal digits`);
}

export const findNamed = ({ users }: Recording, name: string): RecordedUser | undefined =>
  users.find((user) => user.name === name);

/**
 * The owner of an address: the one recorded for it, otherwise always the same recorded owner for the same address and
 * seed, moved to
 * that address.
 */
export function findUser({ users }: Recording, address: string, seed: string): RecordedUser {
  const own = users.find((user) => user.address === address);
  if (own !== undefined) return own;
  const draw = Number.parseInt(hash("sha256", `${seed}:${address}`).slice(0, 8), 16);
  const similar = users[draw % users.length];
  if (similar === undefined) throw new Error("The recording has no user");
  return withAddress(similar, address);
}

/** The same owner at another address, everywhere in the recording. */
export const withAddress = (user: RecordedUser, address: string): RecordedUser =>
  JSON.parse(JSON.stringify(user).replaceAll(user.address, address)) as RecordedUser;

/** An owner without any history. */
export const emptyUser = (address: string): RecordedUser => ({
  name: "empty",
  about: "An unused address",
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
