import { cookieNames as namesOf } from "@portico/ui/signIn";

/** Names of the explorer's cookies. */
export const cookieNames = (url: string) => namesOf(url, { secure: "portico-explorer", plain: "portico_explorer" });
