import { hash } from "node:crypto";
import { AnsweringClient } from "./answeringClient.ts";

/** Maximum number of prepared statements: dynamic texts must not fill every connection. */
const TEXTS_MAX = 500;
const names = new Map<string, string>();

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= TEXTS_MAX) return known;
  const name = hash("sha256", text, "base64url");
  names.set(text, name);
  return name;
}

/**
 * A connection that prepares every statement with parameters: it is parsed and planned once, which is most of the cost
 * of a small one.
 */
export class PreparingClient extends AnsweringClient {
  /** Statements whose tables were altered since: no longer prepared here. */
  readonly #outdated = new Set<string>();

  // oxlint-disable-next-line typescript/no-explicit-any -- pg's overloads; what isn't named goes through as it came
  override query(...args: any[]): any {
    const query = (...queryArgs: unknown[]) => (super.query as (...all: unknown[]) => unknown)(...queryArgs);
    const [text, values, ...rest] = args as [unknown, unknown, ...unknown[]];
    const isPlain = typeof text === "string" && Array.isArray(values) && values.length > 0 && rest.length === 0;
    const name = isPlain && !this.#outdated.has(text) ? nameOf(text) : undefined;
    if (!isPlain || name === undefined) return query(...args);
    return (query({ name, text, values }) as Promise<unknown>).catch((error: unknown) => {
      if (!isOutdated(error)) throw error;
      this.#outdated.add(text);
      return query(text, values);
    });
  }
}

/** A migration added columns to the selected ones. */
const isOutdated = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "0A000" && error.message.includes("cached plan");
