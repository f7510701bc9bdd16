/** The type of a value, alternatives separated by `|`: `number|null`. `any` fits everything but a missing member. */
type TypeText = string;

/** What a program reads of an answer: the types of members, an object's by name, a list's elements by a list of one. */
export type Shape = TypeText | readonly [Shape] | { readonly [member: string]: Shape };

/** Where an answer does not have what is read, and what is there; undefined if it fits. An empty list fits. */
export function misfit(value: unknown, shape: Shape, at = "$"): string | undefined {
  if (typeof shape === "string") return fitsType(value, shape) ? undefined : `${at} is ${typeOf(value)}, not ${shape}`;
  if (isList(shape)) {
    if (!Array.isArray(value)) return `${at} is ${typeOf(value)}, not a list`;
    return firstOf(value.map((element, index) => () => misfit(element, shape[0], `${at}[${index}]`)));
  }
  if (typeOf(value) !== "object") return `${at} is ${typeOf(value)}, not an object`;
  const members = value as Record<string, unknown>;
  return firstOf(
    Object.entries(shape).map(
      ([name, one]) =>
        () =>
          misfit(members[name], one, `${at}.${name}`),
    ),
  );
}

const isList = (shape: Shape): shape is readonly [Shape] => Array.isArray(shape);

function firstOf(checks: readonly (() => string | undefined)[]): string | undefined {
  for (const check of checks) {
    const found = check();
    if (found !== undefined) return found;
  }
  return undefined;
}

const fitsType = (value: unknown, text: TypeText): boolean =>
  text === "any" ? value !== undefined : text.split("|").includes(typeOf(value));

function typeOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "list" : typeof value;
}
