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

/** What the page's HTML shows stays until a whole page takes its place, which is made in slices: a phone isn't held up by it. */
async function start(): Promise<void> {
  await router.load();
  const root = createRoot(document.querySelector("#app") ?? document.body);
  startTransition(() => root.render(app));
}

void start();
