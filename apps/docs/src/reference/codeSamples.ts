import { renderCurl } from "./renderCurl.ts";
import { renderPython } from "./renderPython.ts";
import { renderTypeScript } from "./renderTypeScript.ts";
import type { SampleRequest } from "./sampleRequest.ts";

/** One tab of code, as Redoc's `x-codeSamples` wants it. */
export type CodeSample = { readonly lang: string; readonly label: string; readonly source: string };

export const renderCodeSamples = (request: SampleRequest): CodeSample[] => [
  { lang: "Shell", label: "curl", source: renderCurl(request) },
  { lang: "TypeScript", label: "TypeScript", source: renderTypeScript(request) },
  { lang: "Python", label: "Python", source: renderPython(request) },
];
