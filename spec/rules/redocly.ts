/** The parts of Redocly's visitor API that our rules use; the CLI package does not export types for it. */

export interface Location {
  readonly source: { readonly absoluteRef: string };
  readonly pointer: string;
  readonly child: (key: string | string[]) => Location;
  readonly key: () => Location;
}

export interface Context {
  readonly location: Location;
  /** The key of the visited node. */
  readonly key: string | number;
  readonly report: (problem: { message: string; location?: Location }) => void;
  readonly resolve: <T>(node: T | Reference) => { node?: T; location?: Location };
}

export interface Reference {
  readonly $ref: string;
}

export type Visit<T> = (node: T, context: Context) => void;

export interface Schema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly discriminator?: object;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly "x-extension"?: boolean;
}

export interface MediaType {
  readonly schema?: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, unknown>>;
}

export interface Operation {
  readonly operationId?: string;
  readonly "x-units"?: unknown;
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly requestBody?: unknown;
  readonly responses?: Readonly<Record<string, Response>>;
}

export interface Response {
  readonly content?: Readonly<Record<string, MediaType>>;
}

export interface Parameter {
  readonly in: string;
  readonly schema?: Schema;
  readonly style?: string;
  readonly explode?: boolean;
  readonly example?: unknown;
  readonly examples?: unknown;
}

export interface Root {
  readonly paths?: Readonly<Record<string, unknown>>;
  readonly security?: Operation["security"];
}

export interface Visitor {
  readonly Root?: Visit<Root> | { readonly enter?: Visit<Root>; readonly leave?: Visit<Root> };
  readonly Paths?: Visit<Readonly<Record<string, unknown>>>;
  readonly PathItem?: Visit<Readonly<Record<string, Operation>>>;
  readonly Operation?: Visit<Operation>;
  readonly Parameter?: Visit<Parameter>;
  readonly MediaType?: Visit<MediaType>;
  readonly Header?: Visit<Parameter>;
  readonly Schema?: Visit<Schema> | { readonly leave: Visit<Schema> };
  readonly ref?: (
    reference: Reference,
    context: Context & { readonly type: { readonly name: string } },
    resolved: { readonly location?: Location },
  ) => void;
}

export type Rule = () => Visitor;
