import { lazyRouteComponent } from "@tanstack/react-router";

/**
 * A part of the page that comes when it is first shown. lazyRouteComponent loads the whole document anew when a script doesn't
 * come, since a newer version may have taken its place. Without a connection that would leave nothing of the page: then it
 * fails by another error, which the page tells.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- as lazyRouteComponent has it: a module of anything
export function lazyPart<Part extends Record<string, any>, Name extends keyof Part>(
  load: () => Promise<Part>,
  name: Name,
): ReturnType<typeof lazyRouteComponent<Part, Name>> {
  const loadHere = (): Promise<Part> =>
    load().catch((cause: unknown) => {
      throw navigator.onLine ? cause : new Error("a part of the page did not come", { cause });
    });
  return lazyRouteComponent<Part, Name>(loadHere, name);
}
