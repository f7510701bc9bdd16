import { Moon, Sun } from "lucide-react";
import { useLayoutEffect } from "react";
import { Button } from "@portico/ui";
import { useKeptChoice } from "../parts/useKeptChoice.ts";

/** Dark or light: as the system has it until somebody chooses. */
export function ColourSwitch() {
  const [isDark, setIsDark] = useKeptChoice("is-dark", matchMedia("(prefers-color-scheme: dark)").matches);
  useLayoutEffect(() => {
    document.documentElement.style.colorScheme = isDark ? "dark" : "light";
  }, [isDark]);
  const label = isDark ? "Use light colours" : "Use dark colours";
  return (
    <Button
      size="small"
      look="plain"
      aria-label={label}
      title={label}
      icon={isDark ? <Sun size={16} aria-hidden /> : <Moon size={16} aria-hidden />}
      onClick={() => setIsDark(!isDark)}
    />
  );
}
