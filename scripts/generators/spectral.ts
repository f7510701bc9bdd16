import type { Generator } from "./generator.ts";

/**
 * The rules for OpenAPI, except one that wants `items` beside `prefixItems`: other tools read those as a third element.
 * Two components are names of answers that every operation has as BadRequest.
 */
export const spectral: Generator = {
  name: "@stoplight/spectral-cli",
  packages: { "@stoplight/spectral-cli": "6.16.3" },
  files: {
    ".spectral.yaml": `extends: [spectral:oas]
rules:
  array-items: off
overrides:
  - files: ["openapi.json#/components/responses/ParseError", "openapi.json#/components/responses/MaskError"]
    rules:
      oas3-unused-component: off
`,
  },
  commands: [["spectral", "lint", "openapi.json", "--fail-severity", "warn"]],
};
