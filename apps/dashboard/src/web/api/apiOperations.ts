/** An operation that costs units. */
export interface ApiOperation {
  readonly id: string;
  readonly path: string;
  readonly summary: string;
  readonly tag: string;
  /** Whether an access key opens it; a token of the sign-in service does otherwise. */
  readonly isByKey: boolean;
}

/** Put in by the build, from the contract. */
declare const API_OPERATIONS: readonly ApiOperation[];

/** Those that an access key opens, by tag, in the contract's order. */
export const operationsByTag = (): Map<string, ApiOperation[]> =>
  Map.groupBy(
    API_OPERATIONS.filter(({ isByKey }) => isByKey),
    ({ tag }) => tag,
  );

const pathsById = (): Map<string, string> => new Map(API_OPERATIONS.map(({ id, path }) => [id, path]));
let paths: Map<string, string> | undefined;

/** How an operation is called where people read it: its path, or its id where the contract has no path for it. */
export const operationLabel = (id: string): string => (paths ??= pathsById()).get(id) ?? id;
