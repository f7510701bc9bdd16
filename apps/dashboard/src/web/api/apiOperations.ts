/** An operation that costs units. */
export interface ApiOperation {
  readonly id: string;
  readonly path: string;
  readonly summary: string;
  readonly tag: string;
  /** Whether an access key grants it; otherwise a token of the sign-in service does. */
  readonly isByKey: boolean;
}

/** Injected by the build, from the contract. */
declare const API_OPERATIONS: readonly ApiOperation[];

/** All operations that cost units, by tag, in the contract's order. */
export const operationsByTag = (): Map<string, ApiOperation[]> => Map.groupBy(API_OPERATIONS, ({ tag }) => tag);

/** Those that an access key grants. */
export const keyOperationsByTag = (): Map<string, ApiOperation[]> =>
  Map.groupBy(
    API_OPERATIONS.filter(({ isByKey }) => isByKey),
    ({ tag }) => tag,
  );

const pathsById = (): Map<string, string> => new Map(API_OPERATIONS.map(({ id, path }) => [id, path]));
let paths: Map<string, string> | undefined;

/** An operation's label for users: its path, or its id if the contract has no path for it. */
export const operationLabel = (id: string): string => (paths ??= pathsById()).get(id) ?? id;
