import { type ComponentProps, lazy, Suspense } from "react";

// the library that draws weighs more than the rest of a page: it comes once there is something to draw
const LazyCurve = lazy(() => import("./CurveChart.tsx").then(({ CurveChart }) => ({ default: CurveChart })));
const LazyDonut = lazy(() => import("./DonutChart.tsx").then(({ DonutChart }) => ({ default: DonutChart })));

const waiting = <span className="bone tall" aria-hidden />;

export const Curve = (props: ComponentProps<typeof LazyCurve>) => (
  <div className="curve">
    <Suspense fallback={waiting}>
      <LazyCurve {...props} />
    </Suspense>
  </div>
);

export const Donut = (props: ComponentProps<typeof LazyDonut>) => (
  <div className="donut">
    <Suspense fallback={<span className="bone ring" aria-hidden />}>
      <LazyDonut {...props} />
    </Suspense>
  </div>
);
