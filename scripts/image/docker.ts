/** Docker, where it runs. */
import { spawnSync } from "node:child_process";
import { type AddressInfo, connect, createServer } from "node:net";

/** A command's output, or undefined if it failed. */
export const tryOut = (file: string, ...args: string[]): string | undefined => {
  const { status, stdout } = spawnSync(file, args, { encoding: "utf8" });
  return status === 0 ? stdout.trim() : undefined;
};

export const isDockerRunning = tryOut("docker", "info", "--format", "{{.ID}}") !== undefined;

/** Whether it is there, or could be pulled. */
export const hasImage = (image: string): boolean =>
  isDockerRunning &&
  (tryOut("docker", "image", "inspect", image) !== undefined ||
    tryOut("docker", "pull", "--quiet", image) !== undefined);

/** Where containers reach a port of this machine's loopback address. */
export async function forward(target: URL): Promise<string> {
  const subnet = tryOut("docker", "network", "inspect", "bridge", "--format", "{{(index .IPAM.Config 0).Subnet}}")!;
  const host = subnet.replace(/\d+\/\d+$/, "1"); // its gateway: this machine
  const server = createServer((socket) => {
    const upstream = connect(Number(target.port), target.hostname);
    socket.pipe(upstream).pipe(socket);
    socket.on("error", () => upstream.destroy());
    upstream.on("error", () => socket.destroy());
  });
  await new Promise<void>((resolve) => void server.listen(0, host, resolve));
  server.unref();
  return `http://${host}:${(server.address() as AddressInfo).port}`;
}
