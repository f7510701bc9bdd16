/** A parameter, with what a form needs of its schema. */
export interface ConsoleParameter {
  readonly name: string;
  readonly in: "header" | "path" | "query";
  /** Arrays are comma-separated. */
  readonly kind: "array" | "boolean" | "integer" | "string";
  readonly isRequired: boolean;
  readonly description: string;
  readonly example: string;
  readonly values?: readonly string[];
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: string;
}

/** An operation that an access key opens. */
export interface ConsoleOperation {
  readonly id: string;
  /** Upper case. */
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly tag: string;
  readonly parameters: readonly ConsoleParameter[];
  /** An example, as JSON; absent if the operation has no body. */
  readonly body?: string;
}

/** Injected by the build, from the contract. */
declare const CONSOLE_OPERATIONS: readonly ConsoleOperation[];

export const listOperations = (): readonly ConsoleOperation[] => CONSOLE_OPERATIONS;
