import type { Readable, Writable } from "node:stream";
import { Option } from "@commander-js/extra-typings";
import type { Store } from "@portico/store";

/** The environment of the commands. */
export interface Shell {
  readonly env: NodeJS.ProcessEnv;
  /** The run file of the Portico running here. */
  readonly runFile: string;
  /** Its data folder, existing or not. */
  readonly stateFolder: string;
  readonly print: (line: string) => void;
  readonly printError: (line: string) => void;
  /** For data: standard input and output. */
  readonly input: Readable;
  readonly output: Writable;
  /** Opens the store's database for the duration of the work. */
  readonly onStore: <T>(work: (db: Store) => Promise<T>) => Promise<T>;
}

/** The actor in stored records: anyone with shell access. */
export const ACTOR = "operator";

export const printAll = ({ print }: Shell, lines: readonly string[]): void => {
  for (const line of lines) print(line);
};

export const jsonOption = () => new Option("--json", "print JSON");

/** Prints a list as JSON for programs, or rendered for users. */
export function printList<T>(
  shell: Shell,
  { json }: { json?: true | undefined },
  list: T,
  render: (list: T) => string[],
): void {
  printAll(shell, json ? [JSON.stringify(list, writeBigint, 2)] : render(list));
}

const writeBigint = (_key: string, value: unknown): unknown => (typeof value === "bigint" ? String(value) : value);
