import { expect, test } from "vitest";
import { decorate } from "./decorate.ts";

const document = {
  servers: [{ url: "{base_url}", variables: { base_url: { default: "http://portico.test" } } }],
  security: [{ AccessKey: [] }],
  paths: {
    "/v1/thing": {
      get: {
        operationId: "getThing",
        "x-extension": true,
        "x-units": 1,
        "x-units-per": "recipient",
        parameters: [
          { name: "ids", in: "query" as const, required: true, schema: { $ref: "#/components/schemas/Ids" } },
          { name: "limit", in: "query" as const, schema: { type: "integer" } },
        ],
        responses: { "200": { content: { "application/json": { schema: { type: "string" } } } } },
      },
    },
  },
  components: {
    securitySchemes: { AccessKey: { type: "apiKey", name: "AccessKey" } },
    schemas: { Ids: { type: "array", items: { type: "string" }, examples: [["a", "b's"]], "x-extension": true } },
  },
};

test("every operation gets code in three languages, with its required parameters", () => {
  const operation = decorate(document).paths["/v1/thing"]?.["get"] as Record<string, unknown> | undefined;
  expect(operation?.["x-codeSamples"]).toMatchInlineSnapshot(`
    [
      {
        "label": "curl",
        "lang": "Shell",
        "source": "curl -H "AccessKey: $PORTICO_ACCESS_KEY" \\
      'http://portico.test/v1/thing?ids=a,b'\\''s'",
      },
      {
        "label": "TypeScript",
        "lang": "TypeScript",
        "source": "import { createClient } from "@portico/client";

    const client = createClient({ baseUrl: "http://portico.test", accessKey: process.env.PORTICO_ACCESS_KEY });
    const { data, error } = await client.GET("/v1/thing", { params: { query: { ids: ["a", "b's"] } } });
    console.log(data ?? error);",
      },
      {
        "label": "Python",
        "lang": "Python",
        "source": "import json
    import os
    import urllib.request

    url = "http://portico.test/v1/thing?ids=a,b's"
    headers = { "AccessKey": os.environ["PORTICO_ACCESS_KEY"] }
    request = urllib.request.Request(url, headers=headers, method="GET")
    with urllib.request.urlopen(request) as response:
        print(json.load(response))",
      },
    ]
  `);
});

test("every operation's text begins with its method and path", () => {
  expect(decorate(document).paths["/v1/thing"]?.["get"]).toHaveProperty("description", "`GET /v1/thing`\n\n");
});

test("everything beyond the plain interface has a badge everywhere, and so does a price", () => {
  const decorated = decorate(document);
  expect(decorated.paths["/v1/thing"]?.["get"]).toHaveProperty("x-badges", [
    { name: "extension" },
    { name: "1 unit per recipient" },
  ]);
  expect(decorated).toHaveProperty("components.schemas.Ids.x-badges");
});

test("the contract itself is not modified", () => {
  const before = structuredClone(document);
  decorate(document);
  expect(document).toEqual(before);
});
