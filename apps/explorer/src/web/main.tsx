import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { queryClient } from "./api/explorerApi.ts";
import { startLanguage } from "./languages/language.ts";
import { loadFormats } from "./parts/loadFormats.ts";
import { nextTask } from "./parts/nextTask.ts";
import { watchConnection } from "./shell/connection.ts";
import { router } from "./router.tsx";

const app = (
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>
);

/**
 * The static content of the page's HTML stays until the whole page replaces it. In several tasks, so that none blocks a
 * phone for long.
 */
async function start(): Promise<void> {
  await nextTask();
  await Promise.all([startLanguage().then(loadFormats), router.load()]);
  await nextTask();
  createRoot(document.querySelector("#app") ?? document.body).render(app);
  watchConnection();
}

void start();
