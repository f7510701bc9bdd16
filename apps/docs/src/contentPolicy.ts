import { createHash } from "node:crypto";

/** The scripts and styles of a page. */
export type PageNeeds = {
  /** The text of every inline script. */
  readonly scripts: readonly string[];
  /** The text of every inline style; undefined: the page adds styles dynamically. */
  readonly styles?: readonly string[];
};

/**
 * A Content-Security-Policy that lists scripts and styles by their hashes and restricts requests to the page's own
 * server.
 */
export const contentPolicy = ({ scripts, styles }: PageNeeds): string =>
  [
    "default-src 'none'",
    `script-src ${scripts.map(hashOf).join(" ")}`,
    `style-src ${styles === undefined ? "'unsafe-inline'" : styles.map(hashOf).join(" ")}`,
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");

const hashOf = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
