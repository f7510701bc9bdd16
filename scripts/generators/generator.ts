/** A tool that reads the contract, and how it is tried: a row of data. */
export interface Generator {
  readonly name: string;
  /** Its packages and what the check needs, with exact versions; installed apart. */
  readonly packages: Readonly<Record<string, string>>;
  /** Versions of its dependencies, where the newest ones do not fit together. */
  readonly overrides?: Readonly<Record<string, string>>;
  /** Files in the folder where the contract is `openapi.json`: its settings. */
  readonly files?: Readonly<Record<string, string>>;
  /** Commands in that folder, with their arguments; `{url}` is the URL of the server. Each must exit with 0. */
  readonly commands: readonly (readonly [command: string, ...parameters: string[]])[];
  /** Lines of the commands' output that are errors or warnings in spite of exit code 0. */
  readonly complaint?: RegExp;
  /**
   * TypeScript that uses what was generated: it is type-checked, bundled, and run with the URL of the server as its
   * argument.
   */
  readonly check?: string;
}

/** An owner whose amounts exceed 2^53. */
export const OWNER = "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266";
export const ZOD = "4.6.7";
