import { hash } from "node:crypto";
import type { ResponseProfile } from "@portico/server";

export interface AnswerMetadata {
  /** Undefined for a path without an operation. */
  readonly operationId?: string | undefined;
  readonly status: number;
  readonly type: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly text: string;
  /** Changes exactly with the text; default: the text. */
  readonly identity?: string | undefined;
  /** Default seed. */
  readonly profile?: ResponseProfile;
  /** Whether conditional requests are supported. */
  readonly isConditional: boolean;
}

/** A response as it is sent, without the parts of a single request: its id. */
export class RenderedAnswer {
  readonly operationId: string | undefined;
  readonly status: number;
  readonly type: string;
  readonly headers: Readonly<Record<string, string>> | undefined;
  readonly text: string;
  /** In bytes. */
  readonly length: number;
  /** Changes exactly with the text and the profile; undefined if it isn't conditional. */
  readonly etag: string | undefined;
  /** See writeReply.ts; built on first use. */
  lines: readonly string[] | undefined;

  constructor(metadata: AnswerMetadata) {
    const { operationId, status, type, headers, text, identity = text, profile = "seed", isConditional } = metadata;
    this.operationId = operationId;
    this.status = status;
    this.type = type;
    this.text = text;
    this.length = Buffer.byteLength(text);
    this.etag = isConditional ? etagOf(identity, profile) : undefined;
    this.headers = this.etag === undefined ? headers : { ...headers, ETag: this.etag };
  }

  /** ASCII is valid in both, and latin1 needs no encoding. */
  get encoding(): "latin1" | "utf8" {
    return this.length === this.text.length ? "latin1" : "utf8";
  }

  /**
   * Whether a client with this If-None-Match has it already (RFC 9110 section 13.1.2, weak comparison). No tag contains
   * a quotation mark, so in a well-formed list a quoted tag can only be an entry.
   */
  isKnownBy(ifNoneMatch: string | undefined): boolean {
    if (ifNoneMatch === undefined || this.etag === undefined) return false;
    return ifNoneMatch.includes(this.etag) || ifNoneMatch.trim() === "*";
  }
}

/** A strong validator: 132 bits of SHA-256. */
function etagOf(identity: string, profile: ResponseProfile): string {
  const hashed = profile === "seed" ? identity : `${profile} ${identity}`;
  return `"${hash("sha256", hashed, "base64url").slice(0, 22)}"`;
}
