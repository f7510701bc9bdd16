import { type ReactNode, useEffect, useState } from "react";
import { nextTask } from "./nextTask.ts";

interface SoonProps {
  readonly children: ReactNode;
  /** What is there until then. */
  readonly instead?: ReactNode;
}

/** Renders its content after the browser has painted what is around it: one task for a whole page would block a phone. */
export function Soon({ children, instead = null }: SoonProps) {
  const [isTime, setIsTime] = useState(false);
  useEffect(() => {
    let isGone = false;
    void nextTask().then(() => isGone || setIsTime(true));
    return () => {
      isGone = true;
    };
  }, []);
  return isTime ? children : instead;
}
