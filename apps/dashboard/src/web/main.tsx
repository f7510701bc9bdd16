import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { keepInvitationSecret } from "./api/invitationSecret.ts";
import { queryClient } from "./api/queryClient.ts";
import { router } from "./router.tsx";

// A page restored from the back/forward cache shows old data: refetch.
window.addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload();
});

keepInvitationSecret();
window.addEventListener("hashchange", () => {
  if (location.pathname === "/join") location.reload(); // another link, pasted into the same tab
});

createRoot(document.querySelector("#app") ?? document.body).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
