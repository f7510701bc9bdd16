import { hash, randomBytes } from "node:crypto";
import type { Hex } from "../encoding/bytea.ts";

const PREFIX = "pk_";
const CHECKSUM_LENGTH = 6;
const FORM = /^pk_[\w-]{43}[\w-]{6}$/;

/**
 * Creates an access key: `pk_`, 43 base64url characters (256 random bits), and 6 of checksum, 52 in all.
 * The prefix lets secret scanners find a leaked one; the checksum rejects a mistyped one without a query.
 */
export const mintAccessKey = (random: Buffer = randomBytes(32)): string =>
  withChecksum(PREFIX + random.toString("base64url"));

/** Whether a text has the form of an access key and a valid checksum. It may never have been issued. */
export const isAccessKey = (text: string): boolean =>
  FORM.test(text) && withChecksum(text.slice(0, -CHECKSUM_LENGTH)) === text;

/** The stored form of a key: SHA-256 of all its characters. 256 random bits need no salt and no slow hash. */
export const hashAccessKey = (key: string): Hex => `0x${hash("sha256", key)}`;

const withChecksum = (text: string): string => text + hash("sha256", text, "base64url").slice(0, CHECKSUM_LENGTH);
