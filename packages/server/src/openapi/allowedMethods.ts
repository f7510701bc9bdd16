import { METHODS, type Definition } from "./definition.ts";
import { pathPattern } from "./pathPattern.ts";
import { withoutTrailingSlash } from "./trailingSlash.ts";

export interface AllowedMethodsOptions {
  /** Whether the server handles OPTIONS, too. */
  readonly withOptions: boolean;
}

/** The value of the header Allow for a request's path; "" for a path that no operation has. */
export type AllowedMethods = (this: void, path: string) => string;

export function createAllowedMethods({ paths }: Definition, { withOptions }: AllowedMethodsOptions): AllowedMethods {
  const items = Object.entries(paths).map(([path, item]) => ({ pattern: pathPattern(path), item }));
  return (path) => {
    const found = items.filter(({ pattern }) => pattern.test(withoutTrailingSlash(path)));
    const methods: string[] = found.flatMap(({ item }) => METHODS.filter((method) => method in item));
    if (methods.length === 0) return "";
    if (methods.includes("get")) methods.push("head");
    if (withOptions) methods.push("options");
    return methods.map((method) => method.toUpperCase()).join(", ");
  };
}
