import type { Generator } from "./generator.ts";

/** Its strictest rules, on the document in one file. */
export const redocly: Generator = {
  name: "@redocly/cli",
  packages: { "@redocly/cli": "2.77.0" },
  files: { "redocly.yaml": "extends: [recommended-strict]\ntelemetry: 'off'\n" },
  commands: [["redocly", "lint", "openapi.json"]],
};
