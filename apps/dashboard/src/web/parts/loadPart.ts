/**
 * For lazyRouteComponent, which loads the whole document anew when a script doesn't come, since a newer version may have taken
 * its place. Without a connection that would leave nothing of the page: then it fails by another error, which the page tells.
 */
export const loadPart =
  <Part>(load: () => Promise<Part>) =>
  (): Promise<Part> =>
    load().catch((cause: unknown) => {
      throw navigator.onLine ? cause : new Error("a part of the page did not come", { cause });
    });
