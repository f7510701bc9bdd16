import type { paths } from "@portico/contract";
import type { ParamsOption } from "openapi-fetch";
import type { SuccessResponse } from "openapi-typescript-helpers";
import type { CallOptions } from "./porticoClient.ts";

type GetOf<Path extends keyof paths> = paths[Path] extends { get: infer Get extends { parameters: object } }
  ? Get
  : never;

type QueryOf<Path extends keyof paths> = GetOf<Path>["parameters"] extends { query?: infer Query }
  ? NonNullable<Query>
  : never;

/** Operations with pages: those with a `cursor`, or with `start` and `limit`. */
export type PageablePath = {
  [Path in keyof paths]: [QueryOf<Path>] extends [never]
    ? never
    : Extract<keyof QueryOf<Path>, "cursor" | "start"> extends never
      ? never
      : Path;
}[keyof paths];

/** The body of one page. */
export type PageData<Path extends PageablePath> =
  GetOf<Path> extends { responses: infer Responses extends Record<string | number, unknown> }
    ? SuccessResponse<Responses>
    : never;

/** Items of a page: transactions, holders, followers … */
export type PageItem<Path extends PageablePath> = ItemOf<PageData<Path>>;

type ItemOf<Data> = Data extends readonly { history_list: readonly (infer Item)[] }[]
  ? Item
  : Data extends readonly (infer Item)[]
    ? Item
    : { [Key in keyof Data]: Data[Key] extends readonly (infer Item)[] ? Item : never }[keyof Data];

/** Parameters as for a GET. `limit` and `page_count` set the page size, `cursor` and `start` the first page. */
export type PageInit<Path extends PageablePath> = ParamsOption<GetOf<Path>> &
  CallOptions & { readonly signal?: AbortSignal | null | undefined };
