import { useState } from "react";

/** A switch that keeps its state in this browser, if the browser allows that. */
export function useKeptChoice(name: string, initial: boolean): [isOn: boolean, set: (isOn: boolean) => void] {
  const key = `portico:${name}`;
  const [isOn, setIsOn] = useState(() => read(key) ?? initial);
  const set = (next: boolean): void => {
    setIsOn(next);
    keep(key, next);
  };
  return [isOn, set];
}

function read(key: string): boolean | undefined {
  try {
    const kept = localStorage.getItem(key);
    return kept === null ? undefined : kept === "on";
  } catch {
    return undefined;
  }
}

function keep(key: string, isOn: boolean): void {
  try {
    localStorage.setItem(key, isOn ? "on" : "off");
  } catch {
    // without storage the choice lasts as long as the page
  }
}
