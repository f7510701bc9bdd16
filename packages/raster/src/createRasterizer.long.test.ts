import { expect, test } from "vitest";
import { createRasterizer } from "./createRasterizer.ts";
import { COSTLY, HOSTILE, ORDINARY } from "./testing/drawings.ts";

const rasterize = createRasterizer({ cpuMs: 500 });
const draw = (svg: string) => rasterize({ file: Buffer.from(svg), px: 256, isLossless: false });

test.each([...COSTLY, ...HOSTILE])(
  "%s: drawn within the limits or refused, and the next one is drawn",
  async (_name, svg) => {
    const image = await draw(svg);
    expect(["WEBP", undefined]).toContain(image?.toString("latin1", 8, 12));
    expect(await draw(ORDINARY[0]![1])).toBeDefined();
  },
);
