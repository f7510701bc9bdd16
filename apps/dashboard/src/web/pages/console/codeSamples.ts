import type { ConsoleRequest, GivenParameter } from "./consoleRequest.ts";

/** A request as a program; none contains the key. */
export const SAMPLES = {
  curl: toCurl,
  TypeScript: toTypeScript,
  Python: toPython,
} as const satisfies Readonly<Record<string, (request: ConsoleRequest, apiUrl: string) => string>>;

export type SampleLanguage = keyof typeof SAMPLES;

/** For a POSIX shell: nothing in single quotes is expanded. */
const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

function toCurl({ operation, url, headers, body }: ConsoleRequest): string {
  const lines = [
    `curl ${operation.method === "GET" ? "" : `-X ${operation.method} `}-H "AccessKey: $PORTICO_ACCESS_KEY"`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data-raw ${quote(body)}`]),
    quote(url),
  ];
  return lines.join(" \\\n  ");
}

function toTypeScript({ operation, body, given }: ConsoleRequest, apiUrl: string): string {
  const groups = (["path", "query", "header"] as const).flatMap((place) => {
    const own = given.filter(({ parameter }) => parameter.in === place);
    if (own.length === 0) return [];
    return [`${place}: { ${own.map((one) => `${JSON.stringify(one.parameter.name)}: ${literal(one)}`).join(", ")} }`];
  });
  const options = [
    ...(groups.length === 0 ? [] : [`params: { ${groups.join(", ")} }`]),
    ...(body === undefined ? [] : [`body: ${body}`]),
  ];
  const argument = options.length === 0 ? "" : `, {\n  ${options.join(",\n  ")},\n}`;
  return `import { createClient } from "@portico/client";

const client = createClient({ baseUrl: ${JSON.stringify(apiUrl)}, accessKey: process.env.PORTICO_ACCESS_KEY });
const { data, error } = await client.${operation.method}(${JSON.stringify(operation.path)}${argument});
console.log(data ?? error);`;
}

const PYTHON_NAMES: Readonly<Record<string, string>> = { "X-Fields": "fields" };

function toPython({ operation, body, given }: ConsoleRequest, apiUrl: string): string {
  const named = given.map((one) => {
    const { name } = one.parameter;
    const value = literal(one)
      .replace(/^true$/, "True")
      .replace(/^false$/, "False");
    return `${PYTHON_NAMES[name] ?? name.toLowerCase().replaceAll("-", "_")}=${value}`;
  });
  const all = [...named, ...(body === undefined ? [] : [`**json.loads(${ascii(body)})`])];
  const method = operation.id.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return `import json
import os
from portico import Portico

with Portico(${ascii(apiUrl)}, access_key=os.environ["PORTICO_ACCESS_KEY"]) as portico:
    print(portico.${method}(${all.join(", ")}))`;
}

/** A value of TypeScript, which Python has, too, except for booleans. */
function literal({ parameter: { kind }, text }: GivenParameter): string {
  if (kind === "integer" && /^\d+$/.test(text)) return BigInt(text).toString();
  if (kind === "boolean" && /^(?:true|false)$/.test(text)) return text;
  if (kind === "array")
    return `[${text
      .split(",")
      .map((one) => ascii(one.trim()))
      .join(", ")}]`;
  return ascii(text);
}

/** A string literal without characters that a reader could not see. */
const ascii = (text: string): string =>
  JSON.stringify(text).replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
