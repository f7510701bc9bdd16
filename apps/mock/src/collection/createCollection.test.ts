import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { contractOperations, someOf } from "../testing/contractOperations.ts";
import { mockDocument, startMock, type RunningMock } from "../testing/startMock.ts";
import { createCollection } from "./createCollection.ts";

interface Field {
  readonly key: string;
  readonly value: string;
  readonly disabled?: boolean;
}
interface Item {
  readonly name: string;
  readonly request: {
    readonly method: string;
    readonly auth: { readonly type: string };
    readonly header: readonly Field[];
    readonly url: { readonly raw: string };
    readonly body?: { readonly raw?: string; readonly urlencoded?: readonly Field[] };
  };
  readonly response: readonly { readonly name: string; readonly code: number }[];
}

const collection = createCollection(JSON.parse(mockDocument) as Record<string, unknown>) as {
  readonly variable: readonly Field[];
  readonly item: readonly { readonly name: string; readonly item: readonly Item[] }[];
};
const items = collection.item.flatMap(({ item }) => item);
const isToken = ({ name }: Item): boolean => name.startsWith("Exchange a code");

let mock: RunningMock;
beforeAll(async () => {
  mock = await startMock();
});
afterAll(() => mock[Symbol.asyncDispose]());

const fill = (text: string): string =>
  collection.variable.reduce(
    (filled, { key, value }) => filled.replaceAll(`{{${key}}}`, key === "base_url" ? mock.url : value),
    text,
  );

const AUTHORIZATION: Readonly<Record<string, Record<string, string>>> = {
  apikey: { AccessKey: "any" },
  bearer: { authorization: "Bearer any" },
  basic: { authorization: `Basic ${btoa("pc_shop:ps_any")}` },
  noauth: {},
};

test("every operation is in it once, with the examples of its errors", () => {
  expect(new Set(items.map(({ request }) => request.url.raw.replace(/\?.*/, "")))).toEqual(
    new Set(contractOperations.map(({ path }) => `{{base_url}}${path}`)),
  );
  const balance = items.find(({ request }) => request.url.raw.includes("/v1/user/total_balance?"));
  expect(balance?.response.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["200 UserTotalBalancePartial", "403 UnitsExhausted", "429 RateLimited"]),
  );
});

test("the mock accepts its requests (a sample; in the long tests all)", async () => {
  const answers = await Promise.all(
    [...items.filter(isToken), ...someOf(items.filter((item) => !isToken(item)))].map(
      async ({ name, request: { method, auth, header, url, body } }) => {
        const stored = header.filter((one) => one.disabled !== true);
        const headers = Object.fromEntries(stored.map(({ key, value }) => [key, value]));
        const sent =
          body?.raw ??
          (body?.urlencoded &&
            new URLSearchParams(Object.fromEntries(body.urlencoded.map(({ key, value }) => [key, value]))));
        const response = await fetch(fill(url.raw), {
          method,
          headers: { ...headers, ...AUTHORIZATION[auth.type] },
          redirect: "manual",
          ...(sent !== undefined && { body: sent }),
        });
        return [name, response.status] as const;
      },
    ),
  );
  // the code and the refresh token of the example were never issued
  const refused = answers.filter(([, status]) => status >= 400);
  expect(refused.map(([name, status]) => [name.startsWith("Exchange a code"), status])).toEqual([
    [true, 400],
    [true, 400],
  ]);
});

interface Scripted {
  readonly request: Item["request"];
  readonly event?: readonly { readonly script: { readonly exec: readonly string[] } }[];
}

test("its scripts carry the code and the token from one request to the next", async () => {
  const stored = new Map<string, string>();
  const after = ({ event }: Scripted, headers: Headers, body: unknown) => {
    const pm = {
      response: { headers: { get: (name: string) => headers.get(name) }, json: () => body },
      collectionVariables: { set: (name: string, value: string) => stored.set(name, value) },
    };
    runInNewContext(event?.[0]?.script.exec.join("\n") ?? "", { pm, decodeURIComponent });
  };
  const find = (path: string) => items.find(({ request }) => request.url.raw.includes(path)) as Scripted;
  const [authorizeItem, exchange] = [find("/oauth2/authorize"), find("/oauth2/token")];
  const redirect = await fetch(fill(authorizeItem.request.url.raw), { redirect: "manual" });
  after(authorizeItem, redirect.headers, undefined);
  const form = (exchange.request.body?.urlencoded ?? []).map(({ key, value }): [string, string] => [
    key,
    value === "{{code}}" ? (stored.get("code") ?? "") : value,
  ]);
  const headers = AUTHORIZATION["basic"] ?? {};
  const tokens = await fetch(fill(exchange.request.url.raw), {
    method: "POST",
    headers,
    body: new URLSearchParams(form),
  });
  after(exchange, tokens.headers, await tokens.json());
  const me = await fetch(`${mock.url}/v1/me/total_balance`, {
    headers: { authorization: `Bearer ${stored.get("access_token")}` },
  });
  expect([tokens.status, me.status, stored.get("access_token")]).toEqual([200, 200, expect.stringMatching(/^mock_/)]);
});
