export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Undefined: the contract's example. */
  readonly source?: "account" | "recorded" | "sign-in";
  /** Whose answer it is, by name. */
  readonly user?: string;
}
