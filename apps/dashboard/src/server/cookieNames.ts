import { cookieNames as namesOf } from "@portico/ui/signIn";

/** Names of the dashboard's cookies. */
export const cookieNames = (url: string) => namesOf(url, { secure: "portico", plain: "portico_dashboard" });
