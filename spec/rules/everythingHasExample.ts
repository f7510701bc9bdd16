import type { MediaType, Parameter, Rule, Visit } from "./redocly.ts";

const need =
  (what: string): Visit<MediaType | Parameter> =>
  ({ example, examples }, { report, location }) => {
    if (example !== undefined || Object.keys(examples ?? {}).length > 0) return;
    report({ message: `Every ${what} needs an example.`, location: location.key() });
  };

/** The docs show examples, the mock responds with them, and lint checks them against their schemas. */
export const everythingHasExample: Rule = () => ({
  MediaType: need("body"),
  Parameter: need("parameter"),
  Header: need("header"),
});
