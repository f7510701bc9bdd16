/** Preloaded into apps that `start` runs (`node --import`): they end as on SIGTERM when the process that started them is gone, however it went. */
process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
process.channel?.unref();
