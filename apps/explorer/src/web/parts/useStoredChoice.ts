import { useState } from "react";

/** A switch that keeps its state in this browser, if the browser allows that. */
export function useStoredChoice(name: string, initial: boolean): [isOn: boolean, set: (isOn: boolean) => void] {
  const key = `portico:${name}`;
  const [isOn, setIsOn] = useState(() => read(key) ?? initial);
  const set = (next: boolean): void => {
    setIsOn(next);
    store(key, next);
  };
  return [isOn, set];
}

function read(key: string): boolean | undefined {
  try {
    const stored = localStorage.getItem(key);
    return stored === null ? undefined : stored === "on";
  } catch {
    return undefined;
  }
}

function store(key: string, isOn: boolean): void {
  try {
    localStorage.setItem(key, isOn ? "on" : "off");
  } catch {
    // without storage the choice lasts as long as the page
  }
}
