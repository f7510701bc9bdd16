import { useLocation } from "@tanstack/react-router";

/** The current path with another address: the tab stays. */
export function useOwnPath(): (address: string) => string {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const [, tab = ""] = /^\/address\/[^/]*(\/.*)?$/.exec(path) ?? [];
  return (address) => `/address/${address}${tab}`;
}
