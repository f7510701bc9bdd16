import { readContract, type ContractEntry, type Media } from "./readContract.ts";

type Field = { readonly key: string; readonly value: string };

const SCHEMA = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";
/** Settings for Postman or Bruno. */
const VARIABLES: readonly Field[] = [
  { key: "base_url", value: "http://127.0.0.1:4004" },
  { key: "access_key", value: "any" },
  { key: "access_token", value: "any" },
  { key: "client_id", value: "pc_shop" },
  { key: "client_secret", value: "ps_any" },
  { key: "code", value: "" },
];
/** Sign-in parameters: set by the user, or by an earlier response. */
const FILLED: Readonly<Record<string, string>> = {
  client_id: "{{client_id}}",
  code: "{{code}}",
  scope: "user:base:read user:chain:read user:social:read",
};
/** The mock's redirect, or the browser's at a real service, has the code. */
const STORE_CODE = [
  'const [, code] = /[?&]code=([^&]+)/.exec(pm.response.headers.get("location") || "") || [];',
  'if (code) pm.collectionVariables.set("code", decodeURIComponent(code));',
];
const STORE_TOKEN = [
  "const { access_token: token } = pm.response.json();",
  'if (token) pm.collectionVariables.set("access_token", token);',
];
const text = (key: string, value: string) => ({ key, value, type: "string" });
const AUTH: Readonly<Record<string, object>> = {
  AccessKey: {
    type: "apikey",
    apikey: [text("key", "AccessKey"), text("value", "{{access_key}}"), text("in", "header")],
  },
  OAuth2: { type: "bearer", bearer: [text("token", "{{access_token}}")] },
  ClientBasic: { type: "basic", basic: [text("username", "{{client_id}}"), text("password", "{{client_secret}}")] },
};
/** Headers for other responses, disabled by default. */
const MOCK_HEADERS = [
  { key: "Prefer", value: "code=429", disabled: true, description: "Any status of the operation" },
  { key: "Portico-Mock", value: "scenario=whale", disabled: true, description: "A scenario of the mock" },
];

/** A collection of every operation, for Postman (format 2.1), Bruno, Insomnia and compatible tools. */
export function createCollection(document: Readonly<Record<string, unknown>>): object {
  const entries = readContract(document);
  const tags = [...new Set(entries.map(({ tag }) => tag))];
  const { title, version } = document["info"] as { title: string; version: string };
  return {
    info: { name: `${title} ${version}`, schema: SCHEMA },
    variable: VARIABLES,
    auth: AUTH["AccessKey"],
    item: tags.map((tag) => ({ name: tag, item: entries.filter((entry) => entry.tag === tag).map(toItem) })),
  };
}

function toItem(entry: ContractEntry): object {
  const request = toRequest(entry);
  const isRedirect = entry.responses.some(({ status }) => status.startsWith("3") && status !== "304");
  return {
    name: entry.summary || entry.id,
    request,
    response: listResponses(entry, { method: request.method, header: [], url: request.url.raw }),
    ...(isRedirect && { protocolProfileBehavior: { followRedirects: false }, ...runAfter(STORE_CODE) }),
    ...(isTokenEndpoint(entry) && runAfter(STORE_TOKEN)),
  };
}

const runAfter = (exec: readonly string[]): object => ({
  event: [{ listen: "test", script: { type: "text/javascript", exec } }],
});

const isTokenEndpoint = ({ path }: ContractEntry): boolean => /^\/oauth2?\/token$/.test(path);
const isSignIn = ({ path }: ContractEntry): boolean => path.startsWith("/oauth");

function toRequest(entry: ContractEntry) {
  const { method, path, parameters, body, scheme, description } = entry;
  const filled = isSignIn(entry) ? FILLED : {};
  const query = parameters
    .filter((parameter) => parameter.in === "query")
    .map(({ name, example, isRequired, description: about }) => ({
      key: name,
      value: filled[name] ?? (example === undefined ? "" : String(example as string | number | boolean | string[])),
      ...(!isRequired && filled[name] === undefined && { disabled: true }),
      description: about,
    }));
  const shown = query.filter((parameter) => !("disabled" in parameter)).map(({ key, value }) => `${key}=${value}`);
  return {
    method: method.toUpperCase(),
    description,
    auth: scheme === undefined ? { type: "noauth" } : AUTH[scheme],
    header: [...(body === undefined ? [] : [{ key: "Content-Type", value: body.type }]), ...MOCK_HEADERS],
    url: {
      raw: `{{base_url}}${path}${shown.length > 0 ? `?${shown.join("&")}` : ""}`,
      host: ["{{base_url}}"],
      path: path.split("/").filter((part) => part !== ""),
      query,
    },
    ...(body !== undefined && { body: toBody(body, filled) }),
  };
}

function toBody({ type, examples }: Media, filled: Readonly<Record<string, string>>): object {
  const value = examples[0]?.[1];
  if (type.includes("json")) {
    return { mode: "raw", raw: print(value), options: { raw: { language: "json" } } };
  }
  const fields = Object.entries((value ?? {}) as Record<string, string>).map(([key, one]) =>
    text(key, filled[key] ?? one),
  );
  return { mode: "urlencoded", urlencoded: fields };
}

/** Every example, as a saved response. */
function listResponses({ responses }: ContractEntry, originalRequest: object): object[] {
  return responses.flatMap(({ status, media: [first] }) =>
    (first?.examples ?? []).map(([name, value]) => ({
      name: `${status} ${name}`,
      originalRequest,
      code: Number(status) || 500,
      header: [{ key: "Content-Type", value: first?.type }],
      body: typeof value === "string" ? value : print(value),
    })),
  );
}

const print = (value: unknown): string => JSON.stringify(value, undefined, 2);
