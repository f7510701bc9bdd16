import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createRoot } from "react-dom/client";
import { App } from "./App.tsx";

const address = new URLSearchParams(location.search).get("address") ?? "0xd8da6bf26964af9d7eed9e03e53415d37aa96045";
const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } }); // Portico's client retries by itself

createRoot(document.querySelector("#root")!).render(
  <QueryClientProvider client={queryClient}>
    <App address={address} />
  </QueryClientProvider>,
);
