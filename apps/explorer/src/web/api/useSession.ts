import { useQuery } from "@tanstack/react-query";
import { queryClient } from "./explorerApi.ts";

/** The response of `GET /auth/session`. */
interface Session {
  /** Whether users can sign in. */
  readonly is_enabled: boolean;
  /** Of the signed-in user. */
  readonly address: string | null;
}

const KEY = ["/auth/session"];

/** The visitor's session at the explorer's server; undefined until it is loaded. */
export const useSession = (): Session | undefined =>
  useQuery({ queryKey: KEY, queryFn: ({ signal }) => request("/auth/session", { signal }).then(readSession) }).data;

const readSession = async (response: Response): Promise<Session> => (await response.json()) as Session;

export async function signOut(): Promise<void> {
  await request("/auth/logout", { method: "POST" });
  await queryClient.invalidateQueries({ queryKey: KEY });
}

async function request(path: string, init: RequestInit): Promise<Response> {
  const response = await fetch(path, init);
  if (!response.ok) throw new Error(`${path} responded with ${response.status}`);
  return response;
}
