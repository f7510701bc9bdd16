/** Runs in every test worker: all properties use the seed that vitest.config.ts chose. */
import { configureGlobal } from "fast-check";
import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    propertySeed: number;
  }
}

configureGlobal({ seed: inject("propertySeed") });
