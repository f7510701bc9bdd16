import type { Generator } from "./generator.ts";

/** Those that read with an access key. */
const OPERATIONS = ["chain", "name", "pool", "protocol", "token", "user"].flatMap((group) => [
  `GET::/v1/${group}`,
  `GET::/v1/${group}/*`,
]);

/** A collection with tests of the contract, which newman runs. */
export const portman: Generator = {
  name: "@apideck/portman",
  packages: { "@apideck/portman": "1.33.0", tslib: "2.8.1" },
  files: {
    "portman.json": JSON.stringify({
      version: 1,
      tests: {
        contractTests: OPERATIONS.map((openApiOperation) => ({
          openApiOperation,
          statusSuccess: { enabled: true },
          contentType: { enabled: true },
          schemaValidation: { enabled: true },
        })),
      },
      globals: { securityOverwrites: { apiKey: { key: "AccessKey", value: "any", in: "header" } } },
    }),
  },
  commands: [
    [
      "portman",
      "--local",
      "openapi.json",
      "--baseUrl",
      "{url}",
      "--portmanConfigFile",
      "portman.json",
      "--output",
      "collection.json",
      "--extraUnknownFormats",
      "uint256",
      "--runNewman",
    ],
  ],
};
