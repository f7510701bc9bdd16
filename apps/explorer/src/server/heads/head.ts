import type { PageHead } from "@portico/ui/server";

const SITE = "Portico";

/** The head of a page. @param title - Without the site's name. */
export const head = (title: string, description: string, path: string): PageHead => ({
  title: `${title} · ${SITE}`,
  description,
  path,
  picture: `/explorer/cards${path}`,
});

/** Of a page about something that doesn't exist. */
export const missing = (what: string, path: string): PageHead => ({
  title: `${what} · ${SITE}`,
  description: "Nothing is known under this address. Search for an address, a token, a transaction or a protocol.",
  path,
  status: 404,
});
