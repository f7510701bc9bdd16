/** Of lists inside of entries: the next answer has fewer fields or a smaller part. */
const MAX_CUTS = 100;

/** What is missing of an answer that was too long. */
export interface Truncation {
  /** Path of the list; `$` is the whole answer. */
  readonly list: string;
  /** Position of the first entry that is shown. */
  readonly from: number;
  readonly shown: number;
  readonly total: number;
}

export interface LimitedData {
  readonly data: unknown;
  /** Empty if nothing is missing; the first is the list that `skip` moves along. */
  readonly truncated: readonly Truncation[];
}

type Members = Record<string, unknown>;

/** A list inside the data, and how it is replaced. */
interface Place {
  readonly path: string;
  readonly list: readonly unknown[];
  readonly put: (list: readonly unknown[]) => void;
}

/**
 * Shortens lists until the data has at most `maxLength` characters as JSON: first the main list at its end, then the
 * largest inside of what is left.
 * @param skip - Entries of the main list that are left out at its beginning.
 */
export function limitData(whole: unknown, { maxLength, skip }: { maxLength: number; skip: number }): LimitedData {
  const root: Members = { $: structuredClone(whole) };
  const main = findMain(root);
  const truncated = main === undefined ? [] : shortenMain(root, main, { maxLength, skip });
  const cuts = new Map<string, Truncation>();
  for (let count = 0; count < MAX_CUTS; count++) {
    if (lengthOf(root["$"]) <= maxLength) break;
    const { longest } = measure(root["$"], "$", (list) => void (root["$"] = list));
    if (longest === undefined) break;
    const { path, list, put } = longest;
    const kept = list.slice(0, Math.ceil(list.length / 2));
    put(kept);
    cuts.set(path, { list: path, from: 0, shown: kept.length, total: cuts.get(path)?.total ?? list.length });
  }
  return { data: root["$"], truncated: [...truncated, ...cuts.values()] };
}

const lengthOf = (value: unknown): number => (JSON.stringify(value) ?? "").length;

/** The answer if it is a list; else, or if it is a list of one with lists of its own, its largest list. */
function findMain(root: Members): Place | undefined {
  const whole = root["$"];
  const put = (list: readonly unknown[]) => void (root["$"] = list);
  const place = Array.isArray(whole) ? { path: "$", list: whole as readonly unknown[], put } : undefined;
  const only: unknown = place === undefined ? whole : place.list.length === 1 ? place.list[0] : undefined;
  return largestMember(only) ?? place;
}

function largestMember(value: unknown): Place | undefined {
  if (!isMembers(value)) return undefined;
  const lists = Object.entries(value).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]));
  const [largest] = lists.toSorted(([, a], [, b]) => lengthOf(b) - lengthOf(a));
  if (largest === undefined) return undefined;
  const [path, list] = largest;
  return { path, list, put: (kept) => void (value[path] = kept) };
}

const isMembers = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function shortenMain(root: Members, main: Place, { maxLength, skip }: { maxLength: number; skip: number }) {
  const { path, list, put } = main;
  const rest = list.slice(skip);
  put(rest);
  if (lengthOf(root["$"]) > maxLength && rest.length > 1) {
    let low = 1;
    let high = rest.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      put(rest.slice(0, middle));
      if (lengthOf(withoutUnused(root["$"], rest.slice(0, middle))) <= maxLength) low = middle;
      else high = middle - 1;
    }
    put(rest.slice(0, low));
    root["$"] = withoutUnused(root["$"], rest.slice(0, low));
    return [{ list: path, from: skip, shown: low, total: list.length }];
  }
  return skip > 0 ? [{ list: path, from: skip, shown: rest.length, total: list.length }] : [];
}

/** Without entries of dictionaries (`token_dict`) whose keys no shown entry contains. */
function withoutUnused(value: unknown, shown: readonly unknown[]): unknown {
  if (Array.isArray(value)) return value.length === 1 ? [withoutUnused(value[0], shown)] : value;
  if (!isMembers(value)) return value;
  const dictionaries = Object.keys(value).filter((name) => name.endsWith("_dict"));
  if (dictionaries.length === 0) return value;
  const used = new Set(
    JSON.stringify(shown)
      .match(/"(?:[^"\\]|\\.)*"/g)
      ?.map((text) => JSON.parse(text) as string),
  );
  const members = Object.entries(value).map(([name, member]) =>
    name.endsWith("_dict") && isMembers(member)
      ? [name, Object.fromEntries(Object.entries(member).filter(([key]) => used.has(key)))]
      : [name, member],
  );
  return Object.fromEntries(members) as Members;
}

interface Measured {
  /** As JSON, or a few characters more. */
  readonly length: number;
  /** The longest list of at least two entries inside. */
  readonly longest: (Place & { readonly length: number }) | undefined;
}

/** In one pass, because whole answers may have megabytes. */
function measure(value: unknown, path: string, put: Place["put"]): Measured {
  if (typeof value !== "object" || value === null) return { length: lengthOf(value), longest: undefined };
  const isList = Array.isArray(value);
  let length = 2;
  let longest: Measured["longest"];
  for (const [name, member] of Object.entries(value as Members)) {
    const at = isList ? `${path}[]` : `${path}.${name}`;
    const inner = measure(member, at, (list) => void ((value as Members)[name] = list));
    length += inner.length + (isList ? 1 : name.length + 4);
    if (inner.longest !== undefined && inner.longest.length >= (longest?.length ?? 0)) longest = inner.longest;
  }
  const isCuttable = isList && value.length > 1 && length > 2 * (longest?.length ?? 0); // else most of it is one list inside
  return { length, longest: isCuttable ? { path, list: value, put, length } : longest };
}
