import { findServer } from "@portico/examples/server";
import react from "@vitejs/plugin-react";
import { defineConfig, type ProxyOptions } from "vite";

// What your own server does: forwards calls and adds the key, which never reaches a browser. A real one limits who may
// call what.
export default defineConfig(async () => {
  const { apiUrl, accessKey } = await findServer();
  const portico: ProxyOptions = {
    target: apiUrl,
    changeOrigin: true,
    headers: { AccessKey: accessKey },
    rewrite: (path) => path.replace(/^\/portico/, ""),
  };
  return {
    plugins: [react()],
    server: { proxy: { "/portico": portico } },
    preview: { proxy: { "/portico": portico } },
  };
});
