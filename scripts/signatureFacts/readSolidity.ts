/** Definitions and external functions of Solidity sources. Types are resolved by name: contract, bases, file, unit. */
export interface SolidityUnit {
  definitions: Map<string, Definition[]>;
  functions: SolidityFunction[];
  bases: Map<string, string[]>;
}

interface Definition {
  kind: "alias" | "contract" | "enum" | "struct";
  scope: string;
  file: string;
  /** Members of a struct, or the aliased type. */
  body: string;
}

interface SolidityFunction {
  name: string;
  parameters: string;
  scope: string;
  file: string;
}

export const createUnit = (): SolidityUnit => ({ definitions: new Map(), functions: [], bases: new Map() });

const ignored = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g;
const token =
  /\b(contract|interface|library)\s+(\w+)([^{};]*)\{|\bstruct\s+(\w+)\s*\{([^}]*)\}|\benum\s+(\w+)\s*\{[^}]*\}|\btype\s+(\w+)\s+is\s+(\w+)\s*;|\bfunction\s+(\w+)\s*\(([^()]*)\)([^{};]*)|[{}]/g;

export function addSolidity(unit: SolidityUnit, file: string, text: string): void {
  let depth = 0;
  let scope = "";
  let kind = "";
  let scopeDepth = 0;
  const define = (name: string, definition: Omit<Definition, "file">) => {
    const known = unit.definitions.get(name) ?? [];
    known.push({ ...definition, file });
    unit.definitions.set(name, known);
  };
  for (const match of text.replace(ignored, " ").matchAll(token)) {
    const [whole, contractKind, contract, heritage = "", struct, members = "", enumName, alias, aliased = ""] = match;
    const [, , , , , , , , , name, parameters = "", modifiers = ""] = match;
    if (whole === "{") depth++;
    else if (whole === "}") {
      depth--;
      if (depth === scopeDepth) scope = kind = "";
    } else if (contract !== undefined) {
      scopeDepth = depth++;
      scope = contract;
      kind = contractKind ?? "";
      define(contract, { kind: "contract", scope: "", body: "" });
      const bases = /\bis\b([\s\S]*)/.exec(heritage)?.[1]?.replace(/\([^)]*\)/g, "") ?? "";
      unit.bases.set(
        contract,
        bases
          .split(",")
          .map((base) => base.trim().split(".").pop() ?? "")
          .filter(Boolean),
      );
    } else if (struct !== undefined) define(struct, { kind: "struct", scope, body: members });
    else if (enumName !== undefined) define(enumName, { kind: "enum", scope, body: "" });
    else if (alias !== undefined) define(alias, { kind: "alias", scope, body: aliased });
    else if (name !== undefined && kind !== "library" && scope !== "" && isCallable(modifiers)) {
      unit.functions.push({ name, parameters, scope, file });
    }
  }
}

/** Functions without a visibility were public before Solidity 0.5. Reads are left out: no transaction calls them. */
const isCallable = (modifiers: string): boolean =>
  !/\b(internal|private|view|pure|constant)\b/.test(modifiers.replace(/\breturns\s*\([^)]*\)/, ""));

const elementary = /^(?:address|bool|string|bytes(?:[1-9]|[12]\d|3[0-2])?|u?int(?:\d+)?)$/;
const DEPTH_MAX = 8;
const VARIANTS_MAX = 4;

/** Canonical signatures; several if a type's name is ambiguous. */
export const listSignatures = (unit: SolidityUnit): string[] =>
  unit.functions.flatMap(({ name, parameters, scope, file }) =>
    expand(unit, splitTypes(parameters, ","), { scope, file }, 0).map((types) => `${name}(${types})`),
  );

interface Site {
  scope: string;
  file: string;
}

const splitTypes = (text: string, separator: "," | ";"): string[] =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter(Boolean);

function expand(unit: SolidityUnit, declarations: readonly string[], site: Site, depth: number): string[] {
  if (depth > DEPTH_MAX) return [];
  let variants = [""];
  for (const declaration of declarations) {
    const types = resolve(unit, declaration, site, depth);
    variants = variants
      .flatMap((before) => types.map((type) => (before === "" ? type : `${before},${type}`)))
      .slice(0, VARIANTS_MAX);
  }
  return variants;
}

function resolve(unit: SolidityUnit, declaration: string, site: Site, depth: number): string[] {
  const [, name = "", dimensions = ""] = /^([\w.]+)((?:\s*\[\s*\d*\s*\])*)(?!\s*\[)/.exec(declaration) ?? [];
  const suffix = dimensions.replace(/\s/g, "");
  return resolveName(unit, name, site, depth).map((type) => `${type}${suffix}`);
}

function resolveName(unit: SolidityUnit, name: string, site: Site, depth: number): string[] {
  if (name === "uint" || name === "int") return [`${name}256`];
  if (name === "byte") return ["bytes1"];
  if (elementary.test(name)) return [name];
  const [own = "", scope] = name.split(".").toReversed();
  const found = pick(unit, unit.definitions.get(own) ?? [], site, scope);
  if (found.length === 0 && /^(?:I[A-Z]|ERC\d)/.test(own)) return ["address"]; // an interface of another package
  return [
    ...new Set(
      found.flatMap((definition) => {
        if (definition.kind === "contract") return ["address"];
        if (definition.kind === "enum") return ["uint8"];
        const inside = { scope: definition.scope, file: definition.file };
        if (definition.kind === "alias") return resolveName(unit, definition.body, inside, depth + 1);
        return expand(unit, splitTypes(definition.body, ";"), inside, depth + 1).map((types) => `(${types})`);
      }),
    ),
  ].slice(0, VARIANTS_MAX);
}

function pick(
  unit: SolidityUnit,
  all: Definition[],
  { scope, file }: Site,
  qualifier: string | undefined,
): Definition[] {
  const scopes =
    qualifier === undefined ? [scope, ...listBases(unit, scope), ""] : [qualifier, ...listBases(unit, qualifier)];
  for (const candidates of [all.filter((one) => one.file === file), all]) {
    for (const one of scopes) {
      const inScope = candidates.filter((definition) => definition.scope === one);
      if (inScope.length > 0) return inScope;
    }
  }
  return [];
}

function listBases(unit: SolidityUnit, contract: string, seen = new Set<string>()): string[] {
  for (const base of unit.bases.get(contract) ?? []) {
    if (seen.has(base)) continue;
    seen.add(base);
    listBases(unit, base, seen);
  }
  return [...seen];
}
