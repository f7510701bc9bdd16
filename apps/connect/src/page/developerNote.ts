import { plainText } from "@portico/ui/browser";
import { element, paragraph } from "./element.ts";

/** Of the request; they identify the application to its developer. */
const SHOWN = ["client_id", "redirect_uri"];

interface DeveloperNote {
  readonly code: string;
  /** The service's own words. */
  readonly message: string;
  readonly advice: string;
}

/** What an application's developer needs to correct its request: text only, since nothing of the request can be trusted. */
export function developerNote({ code, message, advice }: DeveloperNote): HTMLElement {
  const query = new URLSearchParams(location.search);
  const given = SHOWN.flatMap((name) => {
    const value = plainText(query.get(name), 200);
    return value === "" ? [] : [[name, value] as const];
  });
  return element(
    "details",
    { class: "developer" },
    element("summary", {}, "For the developer of the application"),
    paragraph(advice),
    element(
      "dl",
      {},
      ...[["Error", code] as const, ["Reason", message] as const, ...given].flatMap(([name, value]) => [
        element("dt", {}, name),
        element("dd", {}, element("code", {}, value)),
      ]),
    ),
  );
}
