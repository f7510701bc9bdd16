import { hash } from "node:crypto";

export interface AnswerFacts {
  /** Whose answer it is; undefined for a path that has none. */
  readonly operationId?: string | undefined;
  readonly status: number;
  readonly type: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly text: string;
  /** Whether a client may ask if it still is what it was. */
  readonly isConditional: boolean;
}

/** An answer as it is sent, but for what is the request's own: its id. */
export class RenderedAnswer {
  readonly operationId: string | undefined;
  readonly status: number;
  readonly type: string;
  readonly headers: Readonly<Record<string, string>> | undefined;
  readonly text: string;
  /** In bytes. */
  readonly length: number;
  /** Changes exactly when the text does; undefined when it isn't conditional. */
  readonly etag: string | undefined;
  /** See writeReply.ts; made when it is first sent. */
  lines: readonly string[] | undefined;

  constructor({ operationId, status, type, headers, text, isConditional }: AnswerFacts) {
    this.operationId = operationId;
    this.status = status;
    this.type = type;
    this.text = text;
    this.length = Buffer.byteLength(text);
    this.etag = isConditional ? etagOf(text) : undefined;
    this.headers = this.etag === undefined ? headers : { ...headers, ETag: this.etag };
  }

  /** ASCII is both, and latin1 needs no encoding. */
  get encoding(): "latin1" | "utf8" {
    return this.length === this.text.length ? "latin1" : "utf8";
  }

  /**
   * Whether a client that sends this If-None-Match has it already (RFC 9110 section 13.1.2, by weak comparison). No tag has
   * a quotation mark inside, so in a well-formed list ours, with its quotation marks, can't stand but as an entry.
   */
  isKnownBy(ifNoneMatch: string | undefined): boolean {
    if (ifNoneMatch === undefined || this.etag === undefined) return false;
    return ifNoneMatch.includes(this.etag) || ifNoneMatch.trim() === "*";
  }
}

/** A strong validator: 132 bits of SHA-256. */
const etagOf = (text: string): string => `"${hash("sha256", text, "base64url").slice(0, 22)}"`;
