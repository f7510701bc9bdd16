import { lazyRouteComponent } from "@tanstack/react-router";

/**
 * A part of the page that is loaded when it is first shown. lazyRouteComponent reloads the whole document if a script
 * can't be loaded, since a newer version may have replaced it. Without a connection nothing of the page would be left:
 * then it fails with another error, which the page shows.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- as lazyRouteComponent has it: a module of anything
export function lazyPart<Part extends Record<string, any>, Name extends keyof Part>(
  load: () => Promise<Part>,
  name: Name,
): ReturnType<typeof lazyRouteComponent<Part, Name>> {
  const loadHere = (): Promise<Part> =>
    load().catch((cause: unknown) => {
      throw navigator.onLine ? cause : new Error("a part of the page failed to load", { cause });
    });
  return lazyRouteComponent<Part, Name>(loadHere, name);
}
