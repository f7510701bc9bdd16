import { nameOfRef, type Contract, type Schema } from "./contract.ts";
import { docstring, wrap } from "./docstring.ts";
import { classOf, pythonType } from "./pythonType.ts";

/** The module's own names, which no schema may have. */
const IMPORTED = ["Any", "Dict", "List", "Literal", "Optional", "TypedDict", "Union"];

/** Python cannot write these as attributes of a class. */
const NO_ATTRIBUTE =
  /^(?:False|None|True|and|as|assert|async|await|break|class|continue|def|del|elif|else|except|finally|for|from|global|if|import|in|is|lambda|nonlocal|not|or|pass|raise|return|try|while|with|yield)$|\W|^__/;

/** Renders schemas.py: a TypedDict for each schema of an object, an alias for each other one. */
export function renderSchemas({ components: { schemas } }: Contract, names: readonly string[]): string {
  const classes = new Map<string, string[]>();
  const aliases: string[] = [];
  const addClass = (name: string, schema: Schema): void => {
    if (classes.has(name)) return;
    const bases = (schema.allOf ?? []).map(({ $ref = "" }) => nameOfRef($ref));
    for (const base of bases) addSchema(base); // Python needs them above
    if (classes.has(name)) throw new Error(`Two schemas are called ${name}`);
    classes.set(name, renderClass(name, schema, { bases: bases.map(classOf), addClass }));
  };
  const addSchema = (id: string): void => {
    const schema = schemas[id];
    const name = classOf(id);
    if (schema === undefined) throw new Error(`No schema is called ${id}`);
    if (IMPORTED.includes(name)) throw new Error(`A schema cannot be called ${name} in Python`);
    if (schema.properties !== undefined || schema.allOf !== undefined) addClass(name, schema);
    else aliases.push(renderAlias(name, schema));
  };
  for (const name of names) addSchema(name);
  return [
    `"""The contract's schemas. Generated from spec/ by packages/client-python. Do not edit."""`,
    "",
    "from __future__ import annotations",
    "",
    `from typing import ${IMPORTED.join(", ")}`,
    ...[...classes.values()].flatMap((lines) => ["", "", ...lines]),
    "",
    ...new Set(aliases),
    "",
  ].join("\n");
}

interface ClassContext {
  readonly bases: readonly string[];
  /** Adds the class of an object within this one. */
  readonly addClass: (name: string, schema: Schema) => void;
}

function renderClass(name: string, schema: Schema, { bases, addClass }: ClassContext): string[] {
  const required = new Set(schema.required);
  const fields = Object.entries(schema.properties ?? {}).map(([key, property]) => {
    const inline = (part: Schema): string => {
      const own = name + key.split(/[_\W]/).map(classOf).join("");
      addClass(own, part);
      return own;
    };
    return { key, isRequired: required.has(key), type: pythonType(property, inline), text: property.description ?? "" };
  });
  const isAttribute = ({ key }: Field) => !NO_ATTRIBUTE.test(key);
  const parts = [
    { suffix: "Keys", own: fields.filter((field) => field.isRequired && !isAttribute(field)), isTotal: true },
    { suffix: "OptionalKeys", own: fields.filter((field) => !field.isRequired && !isAttribute(field)), isTotal: false },
    { suffix: "Required", own: fields.filter((field) => field.isRequired && isAttribute(field)), isTotal: true },
    { suffix: "Optional", own: fields.filter((field) => !field.isRequired && isAttribute(field)), isTotal: false },
  ].filter(({ own }) => own.length > 0);
  const last = parts.at(-1);
  const lines: string[] = [];
  let parents = [...bases];
  for (const { suffix, own, isTotal } of parts) {
    const isWritten = own.every(isAttribute);
    const isLast = own === last?.own && isWritten;
    const part = isLast ? name : `_${name}${suffix}`;
    if (isWritten) {
      const inputs = [...(parents.length > 0 ? parents : ["TypedDict"]), ...(isTotal ? [] : ["total=False"])];
      lines.push(`class ${part}(${inputs.join(", ")}):`, ...docstring(isLast ? describe(schema) : "", 4));
      lines.push(...own.flatMap(renderField), "", "");
      parents = [part];
    } else {
      const keys = own.map(({ key, type }) => `${JSON.stringify(key)}: ${JSON.stringify(type)}`);
      lines.push(`${part} = TypedDict("${part}", {${keys.join(", ")}}, total=${isTotal ? "True" : "False"})`, "", "");
      parents = [...parents, part];
    }
  }
  const isDone = last !== undefined && last.own.every(isAttribute);
  if (!isDone) {
    const body = docstring(describe(schema), 4);
    lines.push(`class ${name}(${(parents.length > 0 ? parents : ["TypedDict"]).join(", ")}):`);
    lines.push(...(body.length > 0 ? body : ["    pass"]));
  }
  return lines.join("\n").trimEnd().split("\n");
}

interface Field {
  readonly key: string;
  readonly isRequired: boolean;
  readonly type: string;
  readonly text: string;
}

const describe = ({ description = "" }: Schema): string => wrap(description, 110).join("\n");

const renderField = ({ key, type, text }: Field): string[] => [
  `    ${key}: ${type}`,
  ...docstring(wrap(text, 110).join("\n"), 4),
];

/** Evaluated when the module is loaded, so names of classes are quoted. */
function renderAlias(name: string, schema: Schema): string {
  const noObject = (): never => {
    throw new Error(`${name} has an object within a list or union: give it a schema of its own`);
  };
  const type = pythonType(schema, noObject).replaceAll(
    /(?<![\w"])(?!(?:Any|Dict|List|Literal|Optional|Union|None)\b)[A-Z]\w*(?![\w"])/g,
    '"$&"',
  );
  return `${name} = ${type}`;
}
