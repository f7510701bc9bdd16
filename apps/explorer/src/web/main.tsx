import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { startTransition, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { queryClient } from "./api/explorerApi.ts";
import { router } from "./router.tsx";

const app = (
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>
);

/**
 * The static content of the page's HTML stays until the whole page replaces it, which is rendered in slices, so that it
 * doesn't block a phone.
 */
async function start(): Promise<void> {
  await router.load();
  const root = createRoot(document.querySelector("#app") ?? document.body);
  startTransition(() => root.render(app));
}

void start();
