import hljs from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import http from "highlight.js/lib/languages/http";
import json from "highlight.js/lib/languages/json";
import python from "highlight.js/lib/languages/python";
import sql from "highlight.js/lib/languages/sql";
import typescript from "highlight.js/lib/languages/typescript";
import yaml from "highlight.js/lib/languages/yaml";

for (const [name, language] of Object.entries({ bash, http, json, python, sql, typescript, yaml }))
  hljs.registerLanguage(name, language);

/**
 * Code as HTML with classes for tokens; undefined for an unsupported language. `sh`, `ts` and `py` are accepted
 * aliases.
 */
export const highlight = (code: string, language: string): string | undefined =>
  hljs.getLanguage(language) === undefined ? undefined : hljs.highlight(code, { language }).value;
