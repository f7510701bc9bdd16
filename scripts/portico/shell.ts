import { Option } from "@commander-js/extra-typings";
import type { Store } from "@portico/store";

/** What the commands work with. */
export interface Shell {
  readonly env: NodeJS.ProcessEnv;
  /** Where the Portico that runs here says what is where. */
  readonly runFile: string;
  /** Where its data is, or would be. */
  readonly stateFolder: string;
  readonly print: (line: string) => void;
  readonly printError: (line: string) => void;
  /** Opens the store's database for as long as the work lasts. */
  readonly onStore: <T>(work: (db: Store) => Promise<T>) => Promise<T>;
}

/** Who did it, where that is kept: whoever has the shell. */
export const ACTOR = "operator";

export const printAll = ({ print }: Shell, lines: readonly string[]): void => {
  for (const line of lines) print(line);
};

export const jsonOption = () => new Option("--json", "as JSON, for programs");

/** Prints what there is for programs, or what it is rendered as for people. */
export function printList<T>(
  shell: Shell,
  { json }: { json?: true | undefined },
  list: T,
  render: (list: T) => string[],
): void {
  printAll(shell, json ? [JSON.stringify(list, writeBigint, 2)] : render(list));
}

const writeBigint = (_key: string, value: unknown): unknown => (typeof value === "bigint" ? String(value) : value);
