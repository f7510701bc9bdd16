import { element, paragraph } from "./element.ts";
import type { About } from "./interactionResponse.ts";
import type { View } from "./screen.ts";

const METADATA = "/.well-known/oauth-authorization-server";

/** What the service is, what a user can do here, and where a developer begins. */
export const aboutView = ({ issuer, guide_url: guide, register_url: register, try_url: trial }: About): View => ({
  heading: "Sign in with your wallet",
  lead: "Applications send you here to ask who you are. You prove your address by a signature, see what the application would learn, and allow or refuse it. No password, no transaction, no cost.",
  body: [
    element("a", { class: "button main", href: "/connections" }, "Your connected applications"),
    trial === null ? null : element("a", { class: "button", href: trial }, "Try it: sign in to the explorer"),
    element(
      "section",
      { class: "developers", "aria-labelledby": "developers" },
      element("h2", { id: "developers" }, "For developers"),
      paragraph("OAuth 2.0 with PKCE, opaque tokens and refresh. A library that reads the metadata needs only this:"),
      element("pre", {}, element("code", {}, `curl ${issuer}${METADATA}`)),
      element(
        "ul",
        {},
        wayTo("Server metadata", METADATA, "every endpoint and capability (RFC 8414)"),
        guide === null ? null : wayTo("Guide", guide, "signing users in, from the link to the tokens"),
        register === null ? null : wayTo("Register an application", register, "in the dashboard"),
      ),
    ),
  ],
});

const wayTo = (name: string, href: string, about: string): HTMLElement =>
  element("li", {}, element("a", { href }, name), `, ${about}`);
