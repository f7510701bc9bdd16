import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { queryClient } from "./api/queryClient.ts";
import { router } from "./router.tsx";

// A page that the browser kept while it was left shows what was then: ask anew.
window.addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload();
});

createRoot(document.querySelector("#app") ?? document.body).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
