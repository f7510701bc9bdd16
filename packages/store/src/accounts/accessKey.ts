import { hash, randomBytes } from "node:crypto";
import type { Hex } from "../encoding/bytea.ts";

const PREFIX = "pk_";
const CHECKSUM_LENGTH = 6;
const FORM = /^pk_[\w-]{43}[\w-]{6}$/;

/**
 * Makes an access key: `pk_`, 43 base64url characters (256 random bits), and 6 of checksum, 52 in all.
 * The prefix lets secret scanners find a leaked one; the checksum lets a mistyped one be refused without a query.
 */
export const mintAccessKey = (random: Buffer = randomBytes(32)): string =>
  withChecksum(PREFIX + random.toString("base64url"));

/** Whether a text has the form of an access key and its checksum. Says nothing of whether it was ever issued. */
export const isAccessKey = (text: string): boolean =>
  FORM.test(text) && withChecksum(text.slice(0, -CHECKSUM_LENGTH)) === text;

/** What the store keeps of a key: SHA-256 of all its characters. 256 random bits need no salt and no slow hash. */
export const hashAccessKey = (key: string): Hex => `0x${hash("sha256", key)}`;

const withChecksum = (text: string): string => text + hash("sha256", text, "base64url").slice(0, CHECKSUM_LENGTH);
