import { bruno } from "./bruno.ts";
import type { Generator } from "./generator.ts";
import { heyApi } from "./heyApi.ts";
import { kubb } from "./kubb.ts";
import { mswAutoMock } from "./mswAutoMock.ts";
import { mswSource } from "./mswSource.ts";
import { openapiTypescript } from "./openapiTypescript.ts";
import { openapiZodClient } from "./openapiZodClient.ts";
import { orval } from "./orval.ts";
import { portman } from "./portman.ts";
import { postman } from "./postman.ts";
import { redocly } from "./redocly.ts";
import { scalar } from "./scalar.ts";
import { spectral } from "./spectral.ts";
import { typedOpenapi } from "./typedOpenapi.ts";

/** Every tool that is known to read the contract. */
export const generators: readonly Generator[] = [
  heyApi,
  orval,
  kubb,
  openapiTypescript,
  openapiZodClient,
  typedOpenapi,
  mswSource,
  mswAutoMock,
  postman,
  portman,
  bruno,
  spectral,
  redocly,
  scalar,
];
