import { hash } from "node:crypto";
import { toBytea } from "./bytea.ts";
import type { Bytea } from "./bytea.ts";

/** The SHA-256 by which a random secret is stored and found. */
export const hashSecret = (secret: string): Bytea => toBytea(`0x${hash("sha256", secret)}`);
